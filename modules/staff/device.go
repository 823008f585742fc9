package staff

import (
	"net/http"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/security"
)

// deviceLifetime is how long a device is known after a log-in.
const deviceLifetime = 180 * 24 * time.Hour

// The names of the cookie of a known device.
const (
	secureDeviceCookie = "__Host-staff-device"
	plainDeviceCookie  = "staff-device"
)

func deviceCookieName(app core.App, r *http.Request) string {
	if isOverTLS(app, r) {
		return secureDeviceCookie
	}
	return plainDeviceCookie
}

// deviceKey returns the key that signs the cookies of known devices. It differs from the keys of
// all tokens. A member's new password or log-out leaves it as it is.
func deviceKey(record *core.Record) string {
	return record.Collection().AuthToken.Secret + " known device " + record.Id
}

// rememberDevice stores in the browser that the member has signed in on this device. The cookie
// opens nothing. It gives the device a limit of its own for attempts to sign in.
func rememberDevice(app core.App, w http.ResponseWriter, r *http.Request, record *core.Record) error {
	token, err := security.NewJWT(jwt.MapClaims{"device": security.RandomString(20)}, deviceKey(record), deviceLifetime)
	if err != nil {
		return err
	}
	http.SetCookie(w, &http.Cookie{
		Name: deviceCookieName(app, r), Value: token, Path: "/", MaxAge: int(deviceLifetime.Seconds()),
		HttpOnly: true, Secure: isOverTLS(app, r), SameSite: http.SameSiteLaxMode,
	})
	return nil
}

// knownDevice returns the id of the device that sends the request, if the member with this record
// has signed in on it. Otherwise it is empty.
func knownDevice(app core.App, r *http.Request, record *core.Record) string {
	cookie, err := r.Cookie(deviceCookieName(app, r))
	if err != nil || record == nil {
		return ""
	}
	claims, err := security.ParseJWT(cookie.Value, deviceKey(record))
	if err != nil {
		return ""
	}
	device, _ := claims["device"].(string)
	return device
}
