package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/cudalint/cudalint/internal/cache"
	"github.com/cudalint/cudalint/internal/report"
)

// Variables that say where results are kept, and the secret that entries are proved with.
const (
	cacheDirVariable    = "CUDALINT_CACHE_DIR"
	cacheSecretVariable = "CUDALINT_CACHE_SECRET"
)

// cacheFlags say whether results are kept for the next run, and where.
type cacheFlags struct {
	off bool
	dir string
}

func (f *cacheFlags) add(set *pflag.FlagSet) {
	set.BoolVar(&f.off, "no-cache", false, "neither use nor keep results of earlier runs")
	f.addDir(set)
}

func (f *cacheFlags) addDir(set *pflag.FlagSet) {
	set.StringVar(&f.dir, "cache-dir", "", "keep results in this folder (the standard is $"+cacheDirVariable+", or a folder of the user)")
}

// folder is where results are kept; chosen tells that the user named it.
func (f *cacheFlags) folder() (dir string, chosen bool, err error) {
	for _, dir := range []string{f.dir, os.Getenv(cacheDirVariable)} {
		if dir != "" {
			abs, err := filepath.Abs(dir)
			return abs, true, err
		}
	}
	dir, err = os.UserCacheDir()
	return filepath.Join(dir, "cudalint"), false, err
}

// secret is that of the user's environment, or else one that is made when it is needed first, outside of the cache's folder.
func secret() ([]byte, error) {
	if text := os.Getenv(cacheSecretVariable); text != "" {
		s, err := cache.Secret(text)
		if err != nil {
			err = fmt.Errorf("$%s: %w", cacheSecretVariable, err)
		}
		return s, err
	}
	dir, err := os.UserConfigDir()
	if err != nil {
		return nil, err
	}
	return cache.OwnSecret(filepath.Join(dir, "cudalint", "cache-secret"))
}

// opened opens the cache.
func (f *cacheFlags) opened() (c *cache.Cache, dir string, chosen bool, err error) {
	dir, chosen, err = f.folder()
	if err != nil {
		return nil, dir, chosen, err
	}
	key, err := secret()
	if err == nil {
		c, err = cache.Open(dir, key)
	}
	return c, dir, chosen, err
}

// open gives the cache and what names this program in it. Where the user named no folder and there is none to be had, nothing is kept.
func (f *cacheFlags) open() (*cache.Cache, func() string, error) {
	if f.off {
		return nil, nil, nil
	}
	c, dir, chosen, err := f.opened()
	switch {
	case err == nil:
		return c, hashing(), nil
	case chosen:
		return nil, nil, usageError("cache %s: %w; --no-cache does without", dir, err)
	}
	return nil, nil, nil
}

// hashing is programHash beside other work; the function waits for it. "" where there is none.
func hashing() func() string {
	hash := ""
	done := make(chan struct{})
	go func() {
		defer close(done)
		hash, _ = programHash() // the file was taken away while it runs
	}()
	return func() string {
		<-done
		return hash
	}
}

// programHash is a hash of the program's file: results are those of one build.
func programHash() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", err
	}
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.CopyBuffer(struct{ io.Writer }{h}, struct{ io.Reader }{f}, make([]byte, 256<<10)); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

func newCache(p *program) *cobra.Command {
	flags := &cacheFlags{}
	cmd := &cobra.Command{
		Use:   "cache",
		Short: "Show where results are kept for the next run, and how much",
		Long: `Results are kept by what they depend on: the texts of a folder's files and of all that they include, the settings, and the program
itself. A run that finds the same again takes what is kept. What was not used for longest goes when there are more than ` + megabytes(cache.Bound) + `.

Entries are proved with a secret that is kept apart from them, in the user's settings, so that nobody can plant one. Machines that are
to share entries, as those of a CI service, share a secret in $` + cacheSecretVariable + `.`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			c, dir, err := p.keeper(flags)
			if err != nil {
				return err
			}
			n, size := c.Size()
			_, err = fmt.Fprintf(p.stdout, "%s: %s, %s of at most %s\n", filepath.ToSlash(dir), report.Plural(n, "entry"), megabytes(size), megabytes(cache.Bound))
			return err
		},
	}
	clean := &cobra.Command{
		Use:   "clean",
		Short: "Take away what is kept",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			c, _, err := p.keeper(flags)
			if err != nil {
				return err
			}
			n, err := c.Clean()
			if err != nil {
				return &exitError{exitFailure, err}
			}
			fmt.Fprintf(p.stderr, "took away %s\n", report.Plural(n, "entry"))
			return nil
		},
	}
	flags.addDir(cmd.PersistentFlags())
	cmd.AddCommand(clean)
	return cmd
}

// keeper is the cache for the commands that are about it.
func (p *program) keeper(f *cacheFlags) (*cache.Cache, string, error) {
	c, dir, _, err := f.opened()
	if err != nil {
		return nil, dir, &exitError{exitFailure, fmt.Errorf("no results are kept: %w", err)}
	}
	return c, dir, nil
}

func megabytes(n int64) string { return fmt.Sprintf("%.1f MB", float64(n)/(1<<20)) }
