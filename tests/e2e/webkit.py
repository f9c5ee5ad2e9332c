"""A second browser engine, WebKitGTK, by the WebDriver protocol: https://www.w3.org/TR/webdriver2/."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import requests

from tests.e2e.product import port_of_its_own

DRIVER = "WebKitWebDriver"
BROWSERS = "usr/lib/*/webkit2gtk-4.*/MiniBrowser"
PATIENCE_S = 60
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
"""By this key an element is named in answers."""


class WebKit:
    """One window on a screen of its own. Every wait ends after PATIENCE_S, with what was waited for."""

    def __init__(self, folder: Path):
        self._processes: list[subprocess.Popen[bytes]] = []
        try:
            port = port_of_its_own()
            environment = os.environ | {"DISPLAY": self._screen(), "HOME": str(folder)}
            self._start([DRIVER, f"--port={port}"], env=environment)
            self._root = f"http://127.0.0.1:{port}"
            self._session = self._new_session()
        except BaseException:
            self.end()
            raise

    def _screen(self) -> str:
        reading, writing = os.pipe()
        self._start(["Xvfb", "-displayfd", str(writing), "-screen", "0", "800x1000x24"], pass_fds=[writing])
        os.close(writing)
        with os.fdopen(reading) as told:
            return f":{told.readline().strip()}"

    def _start(self, command: list[str], **more: Any) -> None:
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self._processes.append(subprocess.Popen(command, start_new_session=True, **quiet, **more))

    def _new_session(self) -> str:
        browser = next(Path("/").glob(BROWSERS))
        options = {"binary": str(browser), "args": ["--automation"]}
        asked = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        until = time.monotonic() + PATIENCE_S
        while True:
            try:
                answer = requests.post(f"{self._root}/session", json=asked, timeout=PATIENCE_S).json()[
                    "value"
                ]
                return f"{self._root}/session/{answer['sessionId']}"
            except requests.ConnectionError:
                assert time.monotonic() < until, "the driver does not answer"
                time.sleep(0.05)

    def end(self) -> None:
        """Close the window, and end what was started for it."""
        for process in reversed(self._processes):
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def _do(self, command: str, **said: Any) -> Any:
        answer = requests.post(f"{self._session}/{command}", json=said, timeout=PATIENCE_S).json()["value"]
        assert not (isinstance(answer, dict) and "error" in answer), answer
        return answer

    def open(self, url: str) -> None:
        self._do("url", url=url)

    def reload(self) -> None:
        self._do("refresh")

    def run(self, function: str, *arguments: Any) -> Any:
        """What a function answers in the page; a promise is waited for."""
        script = f"""const said = [...arguments], done = said.pop();
            Promise.resolve(({function})(...said)).then(done, (why) => done(`${{why}}`))"""
        return self._do("execute/async", script=script, args=list(arguments))

    def wait(self, function: str, *arguments: Any) -> Any:
        """What the function answers once that is true."""
        until = time.monotonic() + PATIENCE_S
        while not (answer := self.run(function, *arguments)):
            assert time.monotonic() < until, f"in vain: {function} {arguments}\n{self.text()}"
            time.sleep(0.05)
        return answer

    def text(self) -> str:
        return self.run("() => document.body.innerText")

    def reads(self, text: str) -> None:
        """Until the screen says so."""
        self.wait("(text) => document.body.innerText.includes(text)", text)

    def tap(self, xpath: str) -> None:
        self._do(f"element/{self._found(xpath)}/click")

    def type(self, xpath: str, text: str) -> None:
        self._do(f"element/{self._found(xpath)}/value", text=text)

    def _found(self, xpath: str) -> str:
        until = time.monotonic() + PATIENCE_S
        while True:
            found = requests.post(
                f"{self._session}/elements", json={"using": "xpath", "value": xpath}, timeout=PATIENCE_S
            ).json()["value"]
            if found:
                return found[0][ELEMENT]
            assert time.monotonic() < until, f"in vain: {xpath}\n{self.text()}"
            time.sleep(0.05)
