"""A person at gajim, whose window nobody sees, told what to do by lines of JSON on standard input, as at `person.py`.

Its argument is the folder of the profile, which a later start finds as it was. The first line says who logs in where.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

ACCOUNT = "person"
TIMEOUT = 30  # seconds

# gajim prints
answers = os.fdopen(os.dup(1), "w", buffering=1)
os.dup2(2, 1)
folder = Path(sys.argv[1])

shown, showing = os.pipe()
screen = subprocess.Popen(
    ["Xvfb", "-displayfd", str(showing), "-nolisten", "local", "-screen", "0", "1200x900x24"],
    pass_fds=[showing], stdin=subprocess.DEVNULL)
os.close(showing)
os.environ.update(
    DISPLAY=f":{os.fdopen(shown).readline().strip()}", HOME=str(folder), GDK_BACKEND="x11", GSK_RENDERER="cairo")

try:
    from gajim import main as program  # 2.1
except ImportError:
    from gajim import gajim as program  # 1.7

program._check_required_deps()
program._set_env_vars()
if hasattr(program, "_init_translations"):
    program._init_translations()
program._init_gui("GTK")

from gi.repository import GLib, Gtk  # noqa: E402
from gajim.common import app, configpaths  # noqa: E402


def prepare(username, password, resource, place, certificate):
    """A profile with one account, whose server is trusted."""
    from gajim.common.settings import Settings

    configpaths.set_config_root(str(folder))
    configpaths.init()
    configpaths.create_paths()
    (configpaths.get("CERT_STORE") / "ours").write_text(certificate)
    app.settings = Settings()
    app.settings.init()
    app.settings.set("use_keyring", False)
    app.settings.add_account(ACCOUNT)
    wanted = {
        "name": username, "hostname": place["domain"], "address": f"{username}@{place['domain']}",
        "resource": resource, "password": password, "savepass": True, "active": True, "autoconnect": True,
        "use_custom_host": True, "custom_host": place["host"], "custom_port": place["port"],
        "custom_type": "START TLS",
    }
    for name, value in wanted.items():
        try:
            app.settings.set_account_setting(ACCOUNT, name, value)
        except ValueError:
            if name not in ("name", "hostname", "address"):  # a series has the one or the other
                raise
    app.settings.shutdown()


def texts(widget):
    """What a widget and those in it show."""
    if not widget.get_visible():
        return
    if isinstance(widget, Gtk.TextView):
        buffer = widget.get_buffer()
        yield buffer.get_text(*buffer.get_bounds(), False)
    elif isinstance(widget, Gtk.Label):
        yield widget.get_text()
    elif hasattr(widget, "get_first_child"):
        child = widget.get_first_child()
        while child is not None:
            yield from texts(child)
            child = child.get_next_sibling()
    elif isinstance(widget, Gtk.Container):
        for child in widget.get_children():
            yield from texts(child)


class Desk:
    """The things that a person can be told to do; None: not yet."""

    def online(self):
        return app.get_client(ACCOUNT).state.is_available or None

    def open(self, room):
        app.window.show_add_join_groupchat(ACCOUNT, room, nickname="Gajim")
        return True

    def shown(self, having):
        """What the window shows, once it shows all of `having`."""
        found = [text for text in texts(app.window) if text.strip()]
        return found if all(any(one in text for text in found) for one in having) else None

    def quit(self):
        app.app.start_shutdown()
        return True


def act(order, deadline):
    number, what = order.pop("id"), order.pop("do")
    try:
        result = getattr(Desk(), what)(**order)
    except Exception as error:
        answer({"id": number, "error": repr(error)})
        return False
    if result is None and GLib.get_monotonic_time() < deadline:
        order.update(id=number, do=what)
        return True
    if result is None:
        windows = [[*texts(window)] for window in Gtk.Window.list_toplevels()]
        answer({"id": number, "error": f"{what} took too long; shown is {windows}"})
    else:
        answer({"id": number, "result": result})
    return False


def answer(document):
    print(json.dumps(document), file=answers)


def hear(_channel, _condition):
    line = sys.stdin.readline()
    if line:
        GLib.timeout_add(100, act, json.loads(line), GLib.get_monotonic_time() + TIMEOUT * 1_000_000)
    return bool(line)


first = json.loads(sys.stdin.readline())
if not (folder / "settings.sqlite").exists():
    prepare(**first["account"])
answer({"id": first["id"], "result": True})
GLib.io_add_watch(0, GLib.IO_IN | GLib.IO_HUP, hear)
sys.argv = ["gajim", "-c", str(folder)]
try:
    program._run_app()
finally:
    screen.kill()
