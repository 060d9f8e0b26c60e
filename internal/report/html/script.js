"use strict";
(function () {
  var root = document.documentElement, theme = document.getElementById("theme"), open = document.getElementById("open"), filter = document.getElementById("filter");
  root.classList.add("js");
  var dark = window.matchMedia && window.matchMedia("(prefers-color-scheme: dark)").matches;
  function paint() { theme.setAttribute("aria-pressed", String(dark)); }
  theme.addEventListener("click", function () { dark = !dark; root.setAttribute("data-theme", dark ? "dark" : "light"); paint(); });
  paint();
  open.addEventListener("click", function () {
    var on = open.getAttribute("aria-pressed") !== "true";
    open.setAttribute("aria-pressed", String(on));
    document.querySelectorAll(".card > details").forEach(function (d) { d.open = on; });
  });
  document.querySelectorAll(".compare input").forEach(function (r) {
    r.addEventListener("input", function () { r.closest(".compare").style.setProperty("--cut", r.value + "%"); });
  });
  var rows = Array.prototype.slice.call(document.querySelectorAll("#overview tbody tr")), body = document.querySelector("#overview tbody");
  var cards = Array.prototype.slice.call(document.querySelectorAll(".card")), shown = document.getElementById("shown");
  filter.addEventListener("input", function () {
    var want = filter.value.toLowerCase(), n = 0;
    rows.forEach(function (r) {
      var ok = r.getAttribute("data-name").toLowerCase().indexOf(want) >= 0;
      r.hidden = !ok;
      document.getElementById(r.querySelector("a").getAttribute("href").slice(1)).hidden = !ok;
      if (ok) n++;
    });
    shown.textContent = want ? n + " of " + rows.length : "";
  });
  document.querySelectorAll("#overview thead button").forEach(function (b) {
    b.addEventListener("click", function () {
      var i = Number(b.getAttribute("data-column")), th = b.parentNode, down = th.getAttribute("aria-sort") !== "descending";
      document.querySelectorAll("#overview thead th").forEach(function (t) { t.removeAttribute("aria-sort"); });
      th.setAttribute("aria-sort", down ? "descending" : "ascending");
      var value = function (r) { var c = r.children[i], v = c.getAttribute("data-value"); return v === null ? c.textContent : v; };
      rows.sort(function (x, y) {
        var a = value(x), c = value(y), p = parseFloat(a), q = parseFloat(c), d;
        if (isNaN(p) && isNaN(q)) d = a < c ? 1 : a > c ? -1 : 0; else d = (isNaN(q) ? -1 : q) - (isNaN(p) ? -1 : p);
        return down ? d : -d;
      });
      rows.forEach(function (r) { body.appendChild(r); });
    });
  });
  document.addEventListener("keydown", function (e) {
    if (e.ctrlKey || e.altKey || e.metaKey || /^(INPUT|TEXTAREA|SELECT)$/.test(e.target.tagName)) return;
    var seen = cards.filter(function (c) { return !c.hidden; }), at = seen.indexOf(document.activeElement.closest ? document.activeElement.closest(".card") : null);
    if (e.key === "/") { filter.focus(); e.preventDefault(); return; }
    if (e.key === "o" && at >= 0) {
      var all = seen[at].querySelectorAll(":scope > details"), on = !all.length || !all[0].open;
      all.forEach(function (d) { d.open = on; });
      return;
    }
    if (e.key !== "j" && e.key !== "k" || !seen.length) return;
    var next = seen[Math.min(seen.length - 1, Math.max(0, at + (e.key === "j" ? 1 : -1)))];
    next.focus();
    next.scrollIntoView();
  });
  window.addEventListener("beforeprint", function () { document.querySelectorAll("details").forEach(function (d) { d.open = true; }); });
})();
