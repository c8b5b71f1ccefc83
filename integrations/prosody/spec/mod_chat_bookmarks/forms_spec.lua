local pretended = require "spec.support.pretended_module";
local parse = require "util.xml".parse;

describe("a bookmark of a room", function ()
	local forms;

	before_each(function () forms = pretended("mod_chat_bookmarks").library("forms"); end);

	local function old(attributes, content)
		return parse(("<conference xmlns='storage:bookmarks' jid='tea@rooms.example' %s>%s</conference>"):format(attributes, content));
	end
	local function new(attributes, content)
		return parse(("<conference xmlns='urn:xmpp:bookmarks:1' %s>%s</conference>"):format(attributes, content));
	end
	local function same(expected, element)
		assert.equal(forms.canonical(expected), forms.canonical(element));
	end

	it("is the same in both forms, and back", function ()
		local before = old("name='Tea' autojoin='true'", "<nick>Ann</nick><password>p&lt;</password>");
		local payload, changed = forms.payload(nil, before, forms.fields(before));
		assert.is_true(changed);
		same(new("name='Tea' autojoin='true'", "<nick>Ann</nick><password>p&lt;</password>"), payload);
		same(before, forms.conference("tea@rooms.example", payload));
	end);

	it("keeps what the other form does not know", function ()
		local before = old("x:y='z' xmlns:x='urn:x' minimize='1'", "<nick>Ann</nick><group xmlns='urn:g'><b>work</b></group><print/>");
		local payload = forms.payload(nil, before, forms.fields(before));
		local extensions = payload:get_child("extensions");
		assert.equal("work", extensions:get_child("group", "urn:g"):get_child_text("b"));
		assert.is_truthy(extensions:get_child("print", "storage:bookmarks"));
		same(before, forms.conference("tea@rooms.example", payload));
	end);

	it("is changed by what the document says, in nothing else", function ()
		local former = new("name='Tea' kind='a'", "<nick>Ann</nick><extensions><e xmlns='urn:e'/></extensions><odd xmlns='urn:o'/>");
		local given = old("autojoin='1'", "<nick>Bob</nick>");
		local payload, changed = forms.payload(former, given, forms.fields(given));
		assert.is_true(changed);
		same(new("autojoin='1' kind='a'", "<nick>Bob</nick><odd xmlns='urn:o'/><extensions><e xmlns='urn:e'/></extensions>"), payload);
	end);

	it("is not changed by another spelling, nor by elements that it has", function ()
		local former = new("autojoin='true'", "<extensions><e xmlns='urn:e' a='1' b='2'/></extensions><nick>Ann</nick>");
		local given = old("autojoin='1'", "\n <nick>Ann</nick>\n <e b='2' a='1' xmlns='urn:e'></e>");
		local payload, changed = forms.payload(former, given, forms.fields(given));
		assert.is_false(changed);
		assert.equal("true", payload.attr.autojoin);
		assert.equal(1, #payload:get_child("extensions").tags);
	end);

	it("is known by the address of the room", function ()
		assert.equal("tea@rooms.example", forms.room("Tea@Rooms.example"));
		for _, jid in ipairs { "tea@rooms.example/Ann", "", "@", "a b@rooms.example" } do assert.is_nil(forms.room(jid)); end
		assert.is_nil(forms.room(nil));
	end);

	it("keeps its namespaces in another place", function ()
		local inner = forms.explicit(parse("<a xmlns='urn:a'><b/><c xmlns='urn:c'>t</c></a>"));
		assert.equal("urn:a", inner.tags[1].attr.xmlns);
		assert.equal("urn:c", inner.tags[2].attr.xmlns);
	end);
end);
