// Fails if a page of the site links to a page or to a heading that the site does not have, or if the sidebar lists a page for
// contributors or the list of messages. Run by .ci/site, after the build and the Javadoc, whose pages it does not read.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const site = fileURLToPath(new URL('../target/site', import.meta.url))
const base = process.env.SITE_BASE ?? '/'
const pages = readdirSync(site, { recursive: true }).filter((name) => name.endsWith('.html') && !/^javadoc\/.+\//.test(name))

function fileOf(path) {
  const name = decodeURI(path).slice(base.length)
  const files = name === '' || name.endsWith('/') ? [name + 'index.html'] : [name, name + '.html']
  return files.find((file) => existsSync(join(site, file)) && /\.\w+$/.test(file))
}

let links = 0
let listed = 0
const beside = new Set()
const dead = new Set()
for (const page of pages) {
  const html = readFileSync(join(site, page), 'utf8')
  for (const [, href] of html.matchAll(/<a class="VPLink link link" href="([^"]+)"/g)) {
    listed++
    if (/\/(messages|contributing\b|CONTRIBUTING\b)/.test(href)) beside.add(href)
  }
  for (const [, href] of html.matchAll(/<(?:a|link)\b[^>]*? href="([^"]+)"/g)) {
    const url = new URL(href.replaceAll('&amp;', '&'), `http://site${base}${page}`)
    if (url.host !== 'site') continue
    links++
    const file = fileOf(url.pathname)
    const heading = decodeURI(url.hash.slice(1))
    const known = file && (!heading || !file.endsWith('.html') || readFileSync(join(site, file), 'utf8').includes(`id="${heading}"`))
    if (!known) dead.add(`${page}: ${href}`)
  }
}
console.log(`${links} links in ${pages.length} pages, ${dead.size} dead.`)
if (links < 1000 || dead.size || listed < 1000 || beside.size) {
  console.error([...dead, ...[...beside].map((href) => `in the sidebar: ${href}`)].join('\n'))
  process.exit(1)
}
