// Looks at a report in headless Chromium: screenshots at 1280 and 390 pixels, light and dark; axe finds no violation; hostile names run
// nothing; a large page is there in less than two seconds. Run by `make browser`; needs `npm install` here and a Chromium.
// Then at each page of the documentation's site: axe finds no violation, nothing is too wide, the network is not asked, links lead somewhere.
//     node check.mjs REPORT.html HOSTILE.html LARGE.html SITE OUT
import { existsSync, readFileSync, readdirSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const [report, hostile, large, site, out] = process.argv.slice(2);
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const url = (f) => pathToFileURL(f).href;
mkdirSync(out, { recursive: true });
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium", args: ["--no-sandbox", "--disable-dev-shm-usage"] });
let bad = 0;
const fail = (text) => { bad++; console.log("FAIL", text); };

for (const colorScheme of ["light", "dark"]) {
  for (const width of [1280, 390]) {
    const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 }, bypassCSP: true });
    const page = await context.newPage();
    const requests = [];
    page.on("request", (r) => { if (!r.url().startsWith("file:")) requests.push(r.url()); });
    page.on("pageerror", (e) => fail(`${colorScheme} ${width}: ${e}`));
    await page.goto(url(report));
    await page.screenshot({ path: `${out}/${colorScheme}-${width}.png` });
    await page.click("#open");
    await page.evaluate(() => document.querySelectorAll(".card details").forEach((d) => { d.open = true; }));
    await page.evaluate(() => document.querySelector(".card").scrollIntoView());
    await page.screenshot({ path: `${out}/${colorScheme}-${width}-card.png` });
    const slider = await page.$(".compare input");
    if (slider) {
      await slider.scrollIntoViewIfNeeded();
      await slider.evaluate((e) => { e.value = 50; e.dispatchEvent(new Event("input")); });
      await page.screenshot({ path: `${out}/${colorScheme}-${width}-slider.png` });
    }
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (over > 0) fail(`${colorScheme} ${width}: the page is ${over} pixels too wide`);
    // all kinds of parts are open in the first cards; the others look alike
    await page.evaluate(() => [...document.querySelectorAll(".card")].slice(6).forEach((c) => c.remove()));
    await page.evaluate(() => document.querySelectorAll("#overview tbody tr").forEach((r, i) => { if (i >= 6) r.remove(); }));
    await page.addScriptTag({ content: axe });
    const result = await page.evaluate(() => axe.run());
    for (const v of result.violations) fail(`${colorScheme} ${width}: axe ${v.id}: ${v.help} (${v.nodes.length}, ${v.nodes[0].html.slice(0, 120)})`);
    if (requests.length) fail(`${colorScheme} ${width}: the page asks the network for ${requests[0]}`);
    await context.close();
  }
}
{
  const page = await browser.newPage();
  let ran = false;
  page.on("dialog", (d) => { ran = true; d.dismiss(); });
  page.on("console", (m) => { if (m.text().includes("owned")) ran = true; });
  await page.goto(url(hostile));
  await page.evaluate(() => document.querySelectorAll("details").forEach((d) => { d.open = true; }));
  await page.waitForTimeout(300);
  if (ran || await page.evaluate(() => window.owned)) fail("a hostile name ran a script");
  if (await page.$("main img, main iframe, main script")) fail("a hostile name made an element");
  if (!(await page.content()).includes("&lt;img")) fail("the hostile name is not shown");
}
{
  const page = await browser.newPage();
  let took = Infinity; // the best of a few, since other programs may run
  for (let i = 0; i < 5; i++) {
    const from = Date.now();
    await page.goto(url(large), { waitUntil: "load" });
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    took = Math.min(took, Date.now() - from);
  }
  const kernels = await page.$$eval(".card", (c) => c.length);
  console.log(`${kernels} kernels in ${took} ms`);
  if (kernels < 300) fail(`the large page has ${kernels} kernels`);
  if (took > 2000) fail(`the large page took ${took} ms`);
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  if (await page.evaluate(() => document.activeElement.className) !== "card") fail("j does not go to the next kernel");
  await page.keyboard.press("/");
  if (await page.evaluate(() => document.activeElement.id) !== "filter") fail("/ does not go to the filter");
  await page.keyboard.type("no such kernel");
  if (await page.$$eval(".card:not([hidden])", (c) => c.length)) fail("the filter leaves kernels");
}
{
  const pages = readdirSync(site, { recursive: true }).filter((f) => f.endsWith(".html"));
  if (pages.length < 20) fail(`the site has ${pages.length} pages`);
  for (const colorScheme of ["light", "dark"]) {
    for (const width of [1280, 390]) {
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
      const page = await context.newPage();
      page.on("request", (r) => { if (!r.url().startsWith("file:")) fail(`site: ${r.url()} is asked for`); });
      for (const name of pages) {
        const at = `site, ${colorScheme} ${width}, ${name}`;
        await page.goto(url(`${site}/${name}`));
        if (/^(index|docs.(topics.flowchart|rules.shared-bank-conflict|fixes)).html$/.test(name)) await page.screenshot({ path: `${out}/site-${colorScheme}-${width}-${name.replaceAll("/", "-")}.png` });
        const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        if (over > 0) fail(`${at}: ${over} pixels too wide`);
        await page.addScriptTag({ content: axe });
        for (const v of (await page.evaluate(() => axe.run())).violations) fail(`${at}: axe ${v.id}: ${v.help} (${v.nodes.length}, ${v.nodes[0].html.slice(0, 120)})`);
        if (width === 390) { // the list of pages is folded away until it is asked for
          if (await page.isVisible("nav.menu ul")) fail(`${at}: the menu is open`);
          await page.click("nav.menu summary");
          if (!(await page.isVisible("nav.menu ul"))) fail(`${at}: the menu does not open`);
        }
        if (width === 1280 && colorScheme === "light") {
          for (const href of await page.$$eval("a[href]", (list) => list.map((a) => a.href))) {
            const to = href.split("#")[0];
            if (to.startsWith("file:") && !existsSync(fileURLToPath(to))) fail(`${at}: ${href} is not there`);
          }
        }
      }
      await context.close();
    }
  }
  console.log(`${pages.length} pages of the site`);
}
await browser.close();
console.log(bad ? `${bad} failures` : "all is well");
process.exit(bad ? 1 : 0);
