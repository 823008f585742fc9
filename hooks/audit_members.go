package hooks

import (
	"encoding/json/v2"
	"reflect"
)

// top is what a value has as a JSON object.
func top(value any) (map[string]any, error) {
	text, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	var members map[string]any
	return members, json.Unmarshal(text, &members)
}

// flat is top with the members of members, under both names.
func flat(value any) (map[string]any, error) {
	members, err := top(value)
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

func differing(before, after map[string]any) (was, is map[string]any) {
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
