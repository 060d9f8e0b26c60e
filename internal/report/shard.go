package report

import (
	"encoding/json"
	"errors"
	"io"
)

// ReadShard finds what a document in the format json or sarif carries of its shard.
func ReadShard(r io.Reader) (*Shard, error) {
	var doc struct {
		Shard *Shard `json:"shard"`
		Runs  []struct {
			Properties map[string]*Shard `json:"properties"`
		} `json:"runs"`
	}
	if err := json.NewDecoder(r).Decode(&doc); err != nil {
		return nil, errors.New("it is neither JSON nor SARIF of cudalint")
	}
	found := doc.Shard
	for _, run := range doc.Runs {
		if s := run.Properties[shardProperty]; s != nil {
			found = s
		}
	}
	if found == nil {
		return nil, errors.New("it was not written with --shard")
	}
	return found, nil
}
