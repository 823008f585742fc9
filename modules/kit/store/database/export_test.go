package database

// OnConsole calls a function with a connection of the console.
var OnConsole = onConsole
