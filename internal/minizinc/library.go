package minizinc

import (
	"embed"
	"io/fs"
	"os"
	"path/filepath"
)

//go:embed mznlib/*.mzn
var embedded embed.FS

// Library returns the files of the solver library, all in one folder.
func Library() fs.FS {
	sub, err := fs.Sub(embedded, "mznlib")
	if err != nil {
		panic(err) // the name is no path
	}
	return sub
}

// eachFile calls f for each file of the library, by name.
func eachFile(f func(name string, content []byte) error) error {
	files, err := fs.ReadDir(Library(), ".")
	if err != nil {
		return err
	}
	for _, file := range files {
		content, err := fs.ReadFile(Library(), file.Name())
		if err != nil {
			return err
		}
		if err := f(file.Name(), content); err != nil {
			return err
		}
	}
	return nil
}

// writeLibrary writes the library into a folder, which it makes.
func writeLibrary(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	return eachFile(func(name string, content []byte) error {
		return os.WriteFile(filepath.Join(dir, name), content, 0o644)
	})
}
