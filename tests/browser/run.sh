#!/usr/bin/env bash
# The report of a run in a browser: every section and drawing is there, nothing is wider than the window (wide and
# narrow), and the page prints. Needs chromium; with QUIRKAT_INSTALL=1 it installs Debian's where there is none.
#   tests/browser/run.sh [RUN]    without RUN, of a smoke run
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

if ! command -v chromium >/dev/null; then
    if [ "${QUIRKAT_INSTALL:-}" != 1 ]; then
        echo "error: chromium is needed; QUIRKAT_INSTALL=1 installs it from Debian's packages" >&2
        exit 2
    fi
    apt-get -qq update >/dev/null
    DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends chromium >/dev/null
fi
cargo build --release --locked --package quirkat --bin quirkat --quiet
quirkat=${CARGO_TARGET_DIR:-target}/release/quirkat

run=${1:-$folder/run}
if [ $# -eq 0 ]; then
    "$quirkat" train configs/smoke.toml --out "$run" --quiet >/dev/null
fi
"$quirkat" report "$run" --out "$folder/report" >/dev/null

browse() {
    chromium --headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking \
        --disable-component-update --disable-sync --user-data-dir="$(mktemp -d -p "$folder")" \
        --allow-file-access-from-files --virtual-time-budget=3000 "$@" 2>/dev/null
}

# The page in frames of several widths, measured from outside: the page itself has no scripts.
cat >"$folder/frames.html" <<'HTML'
<!doctype html><body><script>
const widths = [375, 700, 1280];
let told = 0;
for (const width of widths) {
  const frame = document.createElement('iframe');
  frame.style.width = width + 'px';
  frame.style.height = '900px';
  frame.src = 'report/index.html';
  frame.onload = () => {
    const page = frame.contentDocument;
    const root = page.documentElement;
    const line = document.createElement('p');
    line.textContent = `MEASURED ${width} ${root.scrollWidth} ${page.querySelectorAll('section').length} ` +
      `${page.querySelectorAll('svg').length} ${page.querySelectorAll('script,link,img').length}`;
    document.body.append(line);
    told += 1;
  };
  document.body.append(frame);
}
</script></body>
HTML
browse --window-size=1400,1200 --dump-dom "file://$folder/frames.html" >"$folder/dom.html"
browse --print-to-pdf="$folder/page.pdf" "file://$folder/report/index.html"

python3 - "$folder" <<'PYTHON'
import pathlib, re, sys
folder = pathlib.Path(sys.argv[1])
measured = re.findall(r"<p>MEASURED (\d+) (\d+) (\d+) (\d+) (\d+)</p>", (folder / "dom.html").read_text())
assert len(measured) == 3, f"{len(measured)} of 3 frames were loaded"
for width, needed, sections, drawings, foreign in (map(int, row) for row in measured):
    assert needed <= width, f"the page needs {needed} px in a window of {width}"
    assert sections >= 8 and drawings >= 5, f"{sections} sections, {drawings} drawings"
    assert foreign == 0, f"{foreign} scripts, links or images"
    print(f"{width} px: {sections} sections, {drawings} drawings, nothing wider than the window")
assert (folder / "page.pdf").stat().st_size > 20_000, "the print is empty"
print("prints")
PYTHON
