// Package browser tests the pages in a real browser, against the real program. The tests
// do what people do on the pages. They check that each page is readable in light and
// dark, in a narrow window and with a keyboard, and that it loads nothing from other
// hosts.
//
// The browser is Chromium. Without it the tests are skipped, unless BROWSER is
// "required". SCREENSHOTS names a folder for the pictures of all pages.
package browser
