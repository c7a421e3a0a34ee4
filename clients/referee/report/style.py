"""The style sheet of the page: light or dark as the reader's system is, wide or narrow."""

SHEET = """
:root {
  color-scheme: light dark;
  --paper: #faf9f6; --card: #ffffff; --ink: #23262b; --quiet: #666c76; --rule: #dfe1e5;
  --accent: #2b62b5; --good: #2f8a57; --bad: #c2543f; --shade: #f1f2f4;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #16181c; --card: #1e2126; --ink: #e6e8eb; --quiet: #9aa1ac; --rule: #353a42;
    --accent: #7fb0f5; --good: #58b883; --bad: #e08a76; --shade: #262a30;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; max-width: 68rem; padding: 2rem 1.25rem 4rem; background: var(--paper);
  color: var(--ink); font: 1rem/1.5 system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif;
}
h1 { margin: 0.2rem 0 0.6rem; font-size: clamp(1.5rem, 5vw, 2.2rem); line-height: 1.2; }
h2 { margin: 2.4rem 0 0.7rem; font-size: 1.2rem; }
h1, h2, p, li { overflow-wrap: anywhere; }
.quiet { margin: 0; color: var(--quiet); font-size: 0.9rem; }
.headline { margin: 0; font-size: 1.2rem; line-height: 1.45; }
.tiles {
  display: flex; flex-wrap: wrap; gap: 0.75rem; margin: 1.5rem 0; padding: 0; list-style: none;
}
.tiles li { flex: 0 1 auto; min-width: 6.5rem; }
.tiles li, figure {
  margin: 0; padding: 0.8rem 1rem; border: 1px solid var(--rule); border-radius: 0.7rem;
  background: var(--card);
}
.tiles b { display: block; font-size: 1.2rem; font-weight: 650; white-space: nowrap; }
.tiles span { color: var(--quiet); font-size: 0.85rem; }
.plots {
  display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr));
  gap: 0.75rem;
}
figcaption { margin-bottom: 0.6rem; font-weight: 600; }
figcaption small { display: block; color: var(--quiet); font-weight: 400; }
svg { display: block; width: 100%; height: auto; overflow: hidden; }
svg text { fill: var(--quiet); font-size: 12.5px; }
svg .strong { fill: var(--ink); }
svg path, svg .line { fill: none; }
svg .grid { stroke: var(--rule); }
svg .zero { stroke: var(--quiet); }
svg .bound { stroke: var(--bad); stroke-width: 1.5; stroke-dasharray: 6 4; }
svg .error { stroke: var(--accent); stroke-width: 2; }
svg .line { stroke: var(--accent); stroke-width: 2; stroke-linejoin: round; }
svg .point, svg .bar { fill: var(--accent); }
svg .good { fill: var(--good); }
svg .bad { fill: var(--bad); }
.table {
  overflow-x: auto; border: 1px solid var(--rule); border-radius: 0.7rem; background: var(--card);
}
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
caption {
  position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
}
th, td { padding: 0.4rem 0.8rem; text-align: right; white-space: nowrap; }
th { font-weight: 600; }
thead th { color: var(--quiet); font-size: 0.85rem; font-weight: 500; }
tbody tr { border-top: 1px solid var(--rule); }
table.bare { width: auto; }
table.bare tbody tr:first-child { border-top: 0; }
tbody tr:hover { background: var(--shade); }
.word { text-align: left; }
.long { min-width: 14rem; white-space: normal; overflow-wrap: anywhere; font-weight: 400; }
section > p { margin: 0.6rem 0 0; }
section > .note { color: var(--quiet); font-size: 0.9rem; }
details > summary { margin: 2.4rem 0 0.7rem; font-size: 1.2rem; font-weight: 600; cursor: pointer; }
footer { margin-top: 3rem; color: var(--quiet); font-size: 0.85rem; }
@media print { body { max-width: none; } details > summary { list-style: none; } }
"""
