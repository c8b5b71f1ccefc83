// The tour of the README in Go, with generated documents and nothing but the standard library.
package main

import (
	"encoding/json"
	"log"
	"net/http"
	"os"
)

type tour struct{ Client }

// must sends a request that succeeds.
func (t tour) must(method, path string, document, result any) {
	refusal, err := t.Send(method, path, document, result)
	if err != nil {
		log.Fatalf("%s %s: %v", method, path, err)
	}
	if refusal != nil {
		log.Fatalf("%s %s: %s", method, path, refusal)
	}
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
	t := tour{Client{Root: os.Getenv("API"), Secret: os.Getenv("SECRET")}}

	desk := []UserProperty{{Key: "desk", Value: "4B"}}
	t.must("POST", "/users", map[string]any{
		"username": "ola", "password": "p1-secret", "name": "Ola N", "properties": desk,
	}, nil)
	var ola User
	t.must("GET", "/users/ola", nil, &ola)
	show(ola)
	members := &GroupBodyAdmins{StringArray: []string{"ola"}}
	t.must("POST", "/groups", GroupBody{Name: text("Crew"), Members: members, Shared: flag(true)}, nil)
	var groups GroupNames
	t.must("GET", "/users/ola/groups", nil, &groups)
	show(groups)
	t.must("PATCH", "/users/ola", map[string]any{"email": "ola@example.net"}, &ola)
	show(ola)
	t.must("POST", "/lockouts/ola", nil, nil)

	t.must("POST", "/users", UserBody{Username: text("eve"), Password: text("p2-secret")}, nil)
	t.must("POST", "/chatrooms", ChatRoomBody{
		RoomName: text("lobby"), NaturalName: text("Lobby"), Description: text("For all"),
		Persistent: flag(true), PublicRoom: flag(true), LogEnabled: flag(true),
	}, nil)
	var lobby ChatRoom
	t.must("GET", "/chatrooms/lobby", nil, &lobby)
	show(map[string]any{"room": lobby.RoomName, "owners": lobby.Owners, "allowPM": lobby.AllowPM})
	var sessions Sessions
	t.must("GET", "/sessions", nil, &sessions)
	var occupants Occupants
	t.must("GET", "/chatrooms/lobby/occupants", nil, &occupants)
	var history Messages
	t.must("GET", "/chatrooms/lobby/chathistory", nil, &history)
	t.must("POST", "/lockouts/eve", nil, nil)
	t.must("DELETE", "/lockouts/eve", nil, nil)

	refusal, err := t.Send(http.MethodGet, "/users/ghost", nil, nil)
	if err != nil {
		log.Fatal(err)
	}
	show(refusal)
}
