package vendors

import "testing"

func TestCheckAddress(t *testing.T) {
	for address, ok := range map[string]bool{
		"https://vendor.example": true, "https://vendor.example:8443/verify": true, "http://127.0.0.1:9000/": true, "https://[::1]/v": true,
		"vendor.example": false, "//vendor.example": false, "ftp://vendor.example": false, "file:///etc/passwd": false, "https://": false,
		"https:///verify": false, "https://:443/": false, "https://user@vendor.example": false, "https://user:pw@vendor.example": false,
		"https://vendor.example?key=1": false, "https://vendor.example?": false, "https://vendor.example#": false, "https://vendor.example#x": false,
		"https://vendor.example/ verify\n": false, "javascript:alert(1)": false, "https://ven dor.example": false,
	} {
		for _, adapter := range []string{HTTP, Sandbox} {
			if err := CheckAddress(adapter, address); (err == nil) != ok {
				t.Errorf("%s, %q: %v", adapter, address, err)
			}
		}
	}
	for address, ok := range map[string]bool{"https://stripe.example": true, "http://127.0.0.1:12111/": true, "https://stripe.example/v1": false, "stripe.example": false} {
		if err := CheckAddress(Stripe, address); (err == nil) != ok {
			t.Errorf("stripe, %q: %v", address, err)
		}
	}
	for adapter, ok := range map[string]bool{HTTP: false, Stripe: true, Sandbox: true} {
		if err := CheckAddress(adapter, ""); (err == nil) != ok {
			t.Errorf("%s without an address: %v", adapter, err)
		}
	}
}

func TestPurpose(t *testing.T) {
	same := Purpose("id", HTTP, "https://vendor.example/verify")
	for _, address := range []string{"https://vendor.example", "HTTPS://Vendor.Example/other"} {
		if Purpose("id", HTTP, address) != same {
			t.Errorf("%s is another purpose", address)
		}
	}
	for _, other := range []string{
		Purpose("other", HTTP, "https://vendor.example"), Purpose("id", Stripe, "https://vendor.example"), Purpose("id", HTTP, ""),
		Purpose("id", HTTP, "http://vendor.example"), Purpose("id", HTTP, "https://vendor.example:444"), Purpose("id", HTTP, "https://evil.example"),
	} {
		if other == same {
			t.Errorf("%q is the same purpose", other)
		}
	}
}
