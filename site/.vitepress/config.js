// The pages are the repository's own Markdown, where they are: README.md is the home page. What a page links to and is no page
// of the site, such as a source file, is shown by the repository's host.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const here = fileURLToPath(import.meta.url)
const repository = 'https://github.com/hibernateidgen/hibernate-idgen'

const messages = 'docs/messages.md'

// As GitHub names headings, so that one link serves both.
const slugify = (heading) =>
  heading.trim().toLowerCase().replace(/[^\p{L}\p{N}_ -]/gu, '').replaceAll(' ', '-')

const fromRoot = (page, link) => relative(root, normalize(join(dirname(page), decodeURI(link))))

function asOnTheHost(md) {
  md.core.ruler.push('message-anchors', ({ env, tokens }) => {
    if (env.relativePath !== messages) return
    tokens.filter((token) => token.type === 'list_item_open').forEach((token, i) => token.attrSet('id', `message-${i}`))
  })
  md.core.ruler.push('as-on-the-host', ({ env, tokens }) => {
    for (const token of tokens.flatMap((block) => block.children ?? [])) {
      if (token.type === 'code_inline') token.attrSet('v-pre', '') // What stands in {{ }} is text.
      const href = token.type === 'link_open' ? token.attrGet('href') : ''
      const link = href.split('#')[0]
      if (/^(?![a-z]+:)(.*\/)?README\.md$/.test(link)) token.attrSet('href', href.replace('README.md', 'index.md'))
      if (!link || /^[a-z]+:|^\//.test(link) || link.endsWith('.md')) continue
      const target = fromRoot(env.realPath ?? env.path, link)
      if (existsSync(join(root, target)) && !target.startsWith('..')) {
        const kind = statSync(join(root, target)).isDirectory() ? 'tree' : 'blob'
        token.attrSet('href', `${repository}/${kind}/main/${target}`)
      }
    }
  })
}

// Pages to look things up in, and pages for contributors, are not in the sidebar.
const beside = /^\/(docs\/messages|docs\/contributing\/|CONTRIBUTING)/

// The index says what the sidebar says: its headings, and the first link of each line below them.
function sidebar() {
  const index = join(root, 'docs/README.md')
  const groups = []
  for (const line of readFileSync(index, 'utf8').split('\n')) {
    const heading = line.match(/^## (.+)/)
    const link = line.match(/\[([^\]]+)\]\(([^):#]+\.md)(?:#[^)]*)?\)/)
    if (heading) groups.push({ text: heading[1], collapsed: false, items: [] })
    else if (link && groups.length) groups.at(-1).items.push({ text: link[1].replaceAll('`', ''), link: '/' + fromRoot(index, link[2]).replace(/README\.md$/, '') })
  }
  groups.forEach((group) => (group.items = group.items.filter(({ link }) => !beside.test(link))))
  return groups.filter((group) => group.items.length)
}

// The search finds each message as a section of its own, because a long section ranks low. It finds no page for contributors.
function searched(src, env, md) {
  if (/^docs\/contributing\//.test(env.relativePath)) return ''
  const html = md.render(src, env)
  if (env.relativePath !== messages) return html
  return html.replace(/<li id="(message-\d+)">([^]*?)<\/li>/g, (_, id, message) =>
    `<h4>${message.replace(/<[^>]+>/g, '')}<a href="#${id}"></a></h4>`)
}

// Wide tables and lines of code need room, more than the theme's 688 pixels.
const style = `
  :root { --vp-sidebar-width: 232px; --vp-layout-max-width: 1600px; }
  .VPDoc.has-aside .content-container { max-width: 60rem !important; }
  .vp-doc th, .vp-doc td { padding: 5px 9px; font-size: 13px; line-height: 1.5; }
  .vp-doc td code { font-size: 12px; }
  @media (max-width: 639px) {
    .vp-doc th, .vp-doc td { padding: 4px 6px; font-size: 12px; }
    .vp-doc td code { padding: 2px 3px; font-size: 11px; }
  }`

// The pages lie outside of this folder, and what they import as Vue components lies in its node_modules.
const importsOfPages = {
  name: 'imports-of-pages',
  enforce: 'pre',
  resolveId(source, importer, options) {
    if (!/^vue(\/|$)/.test(source) || importer?.includes('/node_modules/')) return null
    return options.ssr ? { id: source, external: true } : this.resolve(source, here, { ...options, skipSelf: true })
  }
}

const groups = sidebar()
const listed = new Set(groups.flatMap(({ items }) => items.map(({ link }) => link.slice(1).replace(/(^|\/)$/, '$1index.md'))))

export default {
  title: 'hibernate-idgen',
  description: 'Snowflake ids, COMB GUIDs and segments for Hibernate ORM',
  head: [['style', {}, style]],
  base: process.env.SITE_BASE ?? '/',
  srcDir: '..',
  srcExclude: ['**/target/**', '**/src/**', '.*/**'],
  outDir: '../target/site',
  cacheDir: '../target/site-cache',
  cleanUrls: true,
  ignoreDeadLinks: 'localhostLinks',
  rewrites: { 'README.md': 'index.md', ':folder(.*)/README.md': ':folder/index.md' },
  markdown: { anchor: { slugify }, attrs: { disable: true }, config: asOnTheHost },
  vite: { plugins: [importsOfPages] },
  // The theme would offer the first page of the sidebar as the next of a page that the sidebar does not have.
  transformPageData(page) {
    if (!listed.has(page.relativePath)) page.frontmatter.next = false
  },
  themeConfig: {
    outline: [2, 3],
    search: { provider: 'local', options: { _render: searched } },
    sidebar: groups,
    nav: [
      { text: 'Docs', link: '/docs/' },
      { text: 'Javadoc', link: '/javadoc/index.html', target: '_self' }
    ],
    socialLinks: [{ icon: 'github', link: repository }]
  }
}
