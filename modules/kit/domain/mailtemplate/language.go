package mailtemplate

import (
	"errors"
	"fmt"
	"slices"
	"text/template/parse"
)

var (
	errSource = fmt.Errorf("it has more than %d bytes: shorten it", maxSource)
	// errLanguage says what a template may contain.
	errLanguage = errors.New("use the values {{.CustomerName}}, {{.AccountNumber}}, {{.ExternalAccountNumber}}, {{.Supplier}} and {{.Date}}," +
		" {{if}}, {{with}} and {{else}}, and the functions and, or, not, eq and ne; nothing else can be used")
)

// functions are the functions of the language. Each returns a truth value or one of its
// arguments.
var functions = []string{"and", "or", "not", "eq", "ne"}

// checkTree returns an error where a template contains more than the language allows.
// templates is how many templates its source defines.
func checkTree(tree *parse.Tree, templates int) error {
	if templates > 1 {
		return errLanguage
	}
	if tree == nil {
		return nil
	}
	actions := 0
	return checkList(tree.Root, &actions, 0)
}

func checkList(list *parse.ListNode, actions *int, depth int) error {
	if list == nil {
		return nil
	}
	if depth > maxDepth {
		return fmt.Errorf("its actions are nested deeper than %d: simplify it", maxDepth)
	}
	for _, node := range list.Nodes {
		if err := checkNode(node, actions, depth); err != nil {
			return err
		}
	}
	return nil
}

func checkNode(node parse.Node, actions *int, depth int) error {
	switch node.(type) {
	case *parse.TextNode, *parse.CommentNode:
		return nil
	}
	if *actions++; *actions > maxActions {
		return fmt.Errorf("it has more than %d actions: shorten it", maxActions)
	}
	switch node := node.(type) {
	case *parse.ActionNode:
		return checkPipe(node.Pipe, depth)
	case *parse.IfNode:
		return checkBranch(&node.BranchNode, actions, depth)
	case *parse.WithNode:
		return checkBranch(&node.BranchNode, actions, depth)
	}
	return errLanguage
}

func checkBranch(branch *parse.BranchNode, actions *int, depth int) error {
	if err := checkPipe(branch.Pipe, depth); err != nil {
		return err
	}
	if err := checkList(branch.List, actions, depth+1); err != nil {
		return err
	}
	return checkList(branch.ElseList, actions, depth+1)
}

// checkPipe refuses variables, and all functions but those of the language.
func checkPipe(pipe *parse.PipeNode, depth int) error {
	if len(pipe.Decl) > 0 || depth > maxDepth {
		return errLanguage
	}
	for _, command := range pipe.Cmds {
		for _, argument := range command.Args {
			if err := checkArgument(argument, depth); err != nil {
				return err
			}
		}
	}
	return nil
}

func checkArgument(argument parse.Node, depth int) error {
	switch node := argument.(type) {
	case *parse.FieldNode, *parse.DotNode, *parse.StringNode, *parse.BoolNode:
		return nil
	case *parse.VariableNode: // $ stands for all values
		if node.Ident[0] == "$" {
			return nil
		}
	case *parse.IdentifierNode:
		if slices.Contains(functions, node.Ident) {
			return nil
		}
	case *parse.PipeNode:
		return checkPipe(node, depth+1)
	}
	return errLanguage
}
