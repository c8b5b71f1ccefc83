-- Globals that Prosody gives to modules
std = "lua54"
cache = false
codes = true
max_line_length = 140
local handler = { read_only = false }
read_globals = {
	"prosody",
	module = {
		other_fields = true,
		fields = { add_host = handler, load = handler, ready = handler, restore = handler, save = handler, unload = handler },
	},
}
-- what callbacks are given and do not need
unused_args = false

-- Prosody reads the assignments of its configuration
files["production/*.cfg.lua"] = {
	allow_defined_top = true,
	max_line_length = false,
	read_globals = { "ENV_CHAT_BRIDGE_TOKEN", "VirtualHost", "Component", "Lua" },
	ignore = { "111", "131" },
}

files["spec"] = { std = "+busted" }
