package main

import (
	"encoding/csv"
	"strings"

	"github.com/spf13/pflag"
)

// list is the value of a flag that may be given several times. pflag has such values too, but writes each of them as CSV while the
// flags are set up, which a tenth of the start of the program went into.
type list struct {
	to     *[]string
	commas bool // one use may hold several, as fields of a CSV line
}

var _ pflag.SliceValue = list{}

func (l list) String() string { return strings.Join(*l.to, ",") }

func (l list) Set(s string) error {
	if !l.commas {
		return l.Append(s)
	}
	if s == "" {
		return nil
	}
	fields, err := csv.NewReader(strings.NewReader(s)).Read()
	if err != nil {
		return err
	}
	*l.to = append(*l.to, fields...)
	return nil
}

func (l list) Type() string {
	if l.commas {
		return "strings"
	}
	return "stringArray"
}

func (l list) Append(s string) error {
	*l.to = append(*l.to, s)
	return nil
}

func (l list) Replace(all []string) error {
	*l.to = all
	return nil
}

func (l list) GetSlice() []string { return *l.to }
