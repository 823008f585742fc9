package hooks

import (
	"encoding/json/v2"
	"reflect"
)

// toMembers returns a value's members, as in its JSON object.
func toMembers(value any) (map[string]any, error) {
	text, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	var members map[string]any
	return members, json.Unmarshal(text, &members)
}

// toFlatMembers returns a value's members. A member of an object has the names of both, joined by a
// dot.
func toFlatMembers(value any) (map[string]any, error) {
	members, err := toMembers(value)
	if err != nil {
		return nil, err
	}
	all := make(map[string]any)
	for name, member := range members {
		below, ok := member.(map[string]any)
		if !ok {
			all[name] = member
		}
		for inner, v := range below {
			all[name+"."+inner] = v
		}
	}
	return all, nil
}

func findDifferences(before, after map[string]any) (was, is map[string]any) {
	was, is = make(map[string]any), make(map[string]any)
	for name, value := range before {
		if !reflect.DeepEqual(value, after[name]) {
			was[name] = value
		}
	}
	for name, value := range after {
		if !reflect.DeepEqual(value, before[name]) {
			is[name] = value
		}
	}
	return was, is
}
