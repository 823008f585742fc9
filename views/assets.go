package views

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"net/http"
)

// AssetsPath begins the addresses of the files that pages load.
const AssetsPath = "/assets/"

//go:embed *.css *.svg *.js
var assets embed.FS

// versions are hashes of the content of each asset.
var versions = func() map[string]string {
	found := make(map[string]string)
	names, err := fs.Glob(assets, "*")
	if err != nil {
		panic("views: " + err.Error()) // the pattern is fixed when the program is built
	}
	for _, name := range names {
		content, err := assets.ReadFile(name)
		if err != nil {
			panic("views: " + err.Error())
		}
		sum := sha256.Sum256(content)
		found[name] = hex.EncodeToString(sum[:8])
	}
	return found
}()

// Asset returns the address of a file that pages load. A file with another content has
// another address, so that a browser can cache files.
func Asset(name string) string {
	version, ok := versions[name]
	if !ok {
		panic("views: there is no asset " + name)
	}
	return AssetsPath + name + "?" + version
}

// Assets serves a file by the path value "name".
func Assets() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := r.PathValue("name")
		version, ok := versions[name]
		if !ok {
			http.NotFound(w, r)
			return
		}
		header := w.Header()
		header.Set("ETag", `"`+version+`"`)
		header.Set("Cache-Control", "no-cache")
		if r.URL.RawQuery == version {
			header.Set("Cache-Control", "public, max-age=31536000, immutable")
		}
		http.ServeFileFS(w, r, assets, name)
	})
}
