// Fails if the site's search does not show a message of docs/messages.md first when its words are typed, or shows a page for
// contributors. Run by .ci/site, after the build.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import MiniSearch from 'minisearch'

const root = fileURLToPath(new URL('..', import.meta.url))
const chunks = join(root, 'target/site/assets/chunks')
const file = readdirSync(chunks).find((name) => name.startsWith('@localSearchIndexroot'))
const index = MiniSearch.loadJSON((await import(pathToFileURL(join(chunks, file)))).default, {
  fields: ['title', 'titles', 'text'],
  storeFields: ['title', 'titles'],
  // The options of the theme.
  searchOptions: { fuzzy: 0.2, prefix: true, boost: { title: 4, text: 2, titles: 1 } }
})

// Six words that are neither a name nor a number, like a reader's.
const words = (message) => message.match(/(?<=^|\s)\p{Ll}{2,}(?=[\s,;:.]|$)/gu)?.slice(0, 6) ?? []
const queries = readFileSync(join(root, 'docs/messages.md'), 'utf8')
  .split('\n')
  .flatMap((line) => line.match(/^- `([^`]+)`/)?.[1] ?? [])
  .map(words)
  .filter((query) => query.length >= 4)
const lost = queries.filter((query) => {
  const found = index.search(query.join(' ')).slice(0, 10)
  return !found.some(({ id, title }) => id.includes('/messages#message-') && query.every((word) => title.includes(word)))
})
const internal = index.search('decision').filter(({ id }) => id.includes('/contributing/'))
console.log(`The search finds ${queries.length - lost.length} of ${queries.length} messages among the first ten results.`)
if (queries.length < 300 || lost.length || internal.length) {
  console.error(lost.map((query) => query.join(' ')).join('\n'), internal.map(({ id }) => id).join('\n'))
  process.exit(1)
}
