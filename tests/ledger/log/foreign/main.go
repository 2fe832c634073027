// Checks a log's notes and proofs by golang.org/x/mod, which has no line of Razão's.
//
// Standard input is JSON: the log's key, its note and an older one, every link, the hashes that
// prove some of them, and those that prove that the log extends the older one. It ends with 1 and
// the reason at the first that does not hold.
package main

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type told struct {
	Key, Note, Older string
	Links            []string
	Inclusion        map[int64][]string
	Consistency      []string
}

func main() {
	var given told
	must(json.NewDecoder(os.Stdin).Decode(&given))
	head, older := tree(given.Key, given.Note), tree(given.Key, given.Older)
	for index, proof := range given.Inclusion {
		must(tlog.CheckRecord(hashes(proof), head.N, head.Hash, index, hash(given.Links[index])))
	}
	must(tlog.CheckTree(hashes(given.Consistency), head.N, head.Hash, older.N, older.Hash))
	fmt.Printf("%d events, %d of them proved, from %d\n", head.N, len(given.Inclusion), older.N)
}

func tree(key, text string) tlog.Tree {
	verifier, err := note.NewVerifier(key)
	must(err)
	opened, err := note.Open([]byte(text), note.VerifierList(verifier))
	must(err)
	lines := strings.Split(opened.Text, "\n")
	if len(lines) != 4 || lines[0] != verifier.Name() {
		must(errors.New("no checkpoint: " + opened.Text))
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	must(err)
	return tlog.Tree{N: size, Hash: hash(lines[2])}
}

func hashes(texts []string) []tlog.Hash {
	var found []tlog.Hash
	for _, one := range texts {
		found = append(found, hash(one))
	}
	return found
}

func hash(text string) (found tlog.Hash) {
	data, err := base64.StdEncoding.DecodeString(text)
	must(err)
	if len(data) != tlog.HashSize {
		must(errors.New("no hash: " + text))
	}
	copy(found[:], data)
	return found
}

func must(err error) {
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}
