// The tour of the README for programs in Go, with generated documents and nothing but the standard library.
package main

import (
	"encoding/json"
	"log"
	"net/http"
	"os"
	"time"
)

// must sends a request that succeeds.
func (c *Client) must(r Request, result any) http.Header {
	headers, refusal, err := c.Send(r, result)
	if err != nil {
		log.Fatalf("%s %s: %v", r.Method, r.Path, err)
	}
	if refusal != nil {
		log.Fatalf("%s %s: %s", r.Method, r.Path, refusal)
	}
	return headers
}

// mustNot sends a request that is refused.
func (c *Client) mustNot(r Request) {
	_, refusal, err := c.Send(r, nil)
	if err != nil || refusal == nil {
		log.Fatalf("%s %s was not refused: %v", r.Method, r.Path, err)
	}
	show(map[string]any{"status": refusal.Status, "exception": refusal.Exception})
}

func text(value string) *string { return &value }
func flag(value bool) *bool     { return &value }

// show writes one line of JSON for each document that was read.
func show(document any) {
	line, err := json.Marshal(document)
	if err != nil {
		log.Fatal(err)
	}
	os.Stdout.Write(append(line, '\n'))
}

func main() {
	api := os.Getenv("API")
	administrator := &Client{Root: api, Authorization: os.Getenv("SECRET")}
	for name, full := range map[string]string{"ola": "Ola", "eve": "Eve"} {
		user := UserBody{Username: name, Password: "p1-secret", Name: text(full)}
		administrator.must(Request{Method: "POST", Path: "/users", Document: user}, nil)
	}
	crew := GroupBody{Name: "Crew", Members: []string{"ola"}, Shared: flag(true)}
	administrator.must(Request{Method: "POST", Path: "/groups", Document: crew}, nil)

	portal := withKey(administrator)
	portal.mustNot(Request{Method: "GET", Path: "/groups"})
	readPages(portal)

	tried := portal.must(Request{Method: "DELETE", Path: "/users/ola?dryRun=true"}, nil)
	show(map[string]any{"tried": tried.Get("X-Dry-Run")})

	changeWhatIsThere(portal)
	sendAgain(portal)
	uploadTable(administrator)
}

// withKey is a client with a key that has the scopes it needs.
func withKey(administrator *Client) *Client {
	end := time.Now().Add(90 * 24 * time.Hour)
	draft := KeyDraft{Name: "portal", Scopes: []ScopeElement{"users:read", "users:write"}, Expires: &end}
	var key IssuedKey
	administrator.must(Request{Method: "POST", Path: "/keys", Document: draft}, &key)
	show(map[string]any{"name": key.Name, "scopes": key.Scopes})
	return &Client{Root: administrator.Root, Authorization: "Bearer " + key.Token}
}

func readPages(portal *Client) {
	asked := "/users?limit=1&sort=username&fields=username,created,locked"
	pages := [][]string{}
	for path := asked; path != ""; {
		var page Users
		headers := portal.must(Request{Method: "GET", Path: path}, &page)
		names := []string{}
		for _, user := range page.Users {
			names = append(names, user.Username)
		}
		pages = append(pages, names)
		path = Next(asked, headers)
	}
	show(pages)
}

// changeWhatIsThere changes a user who has not changed meanwhile.
func changeWhatIsThere(portal *Client) {
	var ola UserElement
	headers := portal.must(Request{Method: "GET", Path: "/users/ola"}, &ola)
	condition := map[string]string{"If-Match": headers.Get("ETag")}
	change := Request{
		Method: "PATCH", Path: "/users/ola", Headers: condition,
		Document: map[string]any{"email": "ola@example.org"},
	}
	var changed UserElement
	portal.must(change, &changed)
	show(map[string]any{"name": ola.Name, "email": changed.Email})
	change.Document = map[string]any{"email": nil}
	portal.mustNot(change)
}

func sendAgain(portal *Client) {
	bo := UserBody{Username: "bo", Password: "p3-secret"}
	headers := map[string]string{"Idempotency-Key": "order-4711"}
	for range [2]int{} {
		made := portal.must(Request{Method: "POST", Path: "/users", Document: bo, Headers: headers}, nil)
		var replayed *string
		if made.Get("Idempotency-Replayed") != "" {
			replayed = text(made.Get("Idempotency-Replayed"))
		}
		show(map[string]any{"replayed": replayed})
	}
}

func uploadTable(administrator *Client) {
	table := Table("username,password,groups\nann,p4-secret,Crew\ncy,,Crew\n")
	var job JobElement
	administrator.must(Request{Method: "POST", Path: "/jobs?type=users", Document: table}, &job)
	for job.Finished == nil {
		time.Sleep(50 * time.Millisecond)
		administrator.must(Request{Method: "GET", Path: "/jobs/" + job.ID}, &job)
	}
	var results JobResults
	administrator.must(Request{Method: "GET", Path: "/jobs/" + job.ID + "/results"}, &results)
	lines := [][]any{}
	for _, result := range results.JobResults {
		lines = append(lines, []any{result.Line, result.Outcome})
	}
	show(lines)
}
