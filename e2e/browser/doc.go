// Package browser tests the pages in a real browser, against the real program: what
// people do there, and that each page is readable in light and dark, in a narrow
// window and with a keyboard, and loads nothing from elsewhere.
//
// Chromium does it. Where there is none the tests are skipped, unless BROWSER is
// "required". SCREENSHOTS names a folder that the pictures of all pages go to.
package browser
