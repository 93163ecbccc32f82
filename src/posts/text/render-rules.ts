import MarkdownIt from 'markdown-it'
import { parseImagePath } from '#domain/images.ts'
import { linkTarget } from './link-target.ts'
import type { Parser, Token } from './tokens.ts'

type Rules = Parser['renderer']['rules']
type Env = Record<string, unknown> | undefined

const { escapeHtml, unescapeAll } = new MarkdownIt().utils

const REGION = 'role="region" tabindex="0"'

/** Tables and code scroll horizontally, so they are focusable. */
export const renderRules: Rules = {
  code_block: (tokens, index) => codeBlock(tokens[index]),
  fence: (tokens, index) => codeBlock(tokens[index]),
  footnote_anchor: (tokens, index, _, env) => {
    const name = noteName(tokens[index])
    const href = escapeHtml(addressOf(`#r-${name}`, env))
    return ` <a href="${href}" role="doc-backlink" aria-label="Back to reference ${name}">↩\uFE0E</a>`
  },
  footnote_block_open: () => '<section class="notes" role="doc-endnotes" aria-label="Footnotes"><ol>\n',
  footnote_block_close: () => '</ol></section>\n',
  footnote_open: (tokens, index) => `<li id="n-${noteOf(tokens[index]).number}">`,
  footnote_ref: (tokens, index, _, env) => {
    const { number } = noteOf(tokens[index])
    const href = escapeHtml(addressOf(`#n-${number}`, env))
    return `<sup><a href="${href}" id="r-${noteName(tokens[index])}" role="doc-noteref" aria-label="Footnote ${number}">${number}</a></sup>`
  },
  image: (tokens, index, options, env, renderer) => {
    const token = tokens[index]
    const src = String(token?.attrGet('src') ?? '')
    const text = renderer.renderInlineAsText(token?.children ?? [], options, env)
    if (parseImagePath(src)) return storedImage(token, text, env)
    const label = escapeHtml(text || src)
    return token?.hidden ? label : `<a${linkAttributes(src, env)}${titleOf(token)}>${label}</a>`
  },
  link_open: (tokens, index, _, env) =>
    tokens[index]?.hidden
      ? ''
      : `<a${linkAttributes(String(tokens[index]?.attrGet('href') ?? ''), env)}${titleOf(tokens[index])}>`,
  softbreak: (_tokens, _index, _options, env) => (env?.joinsLines ? '<br>\n' : '\n'),
  table_open: () => `<div class="wide" ${REGION} aria-label="Table"><table>\n`,
  target: (tokens, index) => {
    const id = tokens[index]?.attrGet('id')
    return id ? `<span id="${escapeHtml(String(id))}"></span>` : ''
  },
  task_box: (tokens, index) =>
    `<input type="checkbox" disabled${tokens[index]?.meta?.isDone ? ' checked' : ''} aria-label="Done">`,
  table_close: () => '</table></div>\n',
}

/** Dimensions prevent layout shifts. Only the first image loads eagerly. */
function storedImage(token: Token | undefined, text: string, env: Env): string {
  const src = String(token?.attrGet('src') ?? '')
  const { width, height } = parseImagePath(src) ?? {}
  const loading = env?.hasImage ? ' loading="lazy"' : ''
  if (env) env.hasImage = true
  const image = `<img src="${escapeHtml(addressOf(src, env))}" alt="${escapeHtml(text)}" width="${width}" height="${height}"${loading} decoding="async"`
  if (!token?.meta?.isFigure) return `${image}${titleOf(token)}>`
  return `${image}><figcaption>${escapeHtml(String(token.attrGet('title')))}</figcaption>`
}

function codeBlock(token: Token | undefined): string {
  const [language = ''] = unescapeAll(token?.info ?? '')
    .trim()
    .split(/\s+/)
  const name = language === '' ? '' : ` class="language-${escapeHtml(language)}"`
  return `<pre tabindex="0"><code${name}>${escapeHtml(token?.content ?? '')}</code></pre>\n`
}

function noteOf(token: Token | undefined): { number: number; use: number } {
  const { id, subId } = token?.meta ?? {}
  return { number: Number(id) + 1, use: Number(subId ?? 0) + 1 }
}

function noteName(token: Token | undefined): string {
  const { number, use } = noteOf(token)
  return use === 1 ? `${number}` : `${number}-${use}`
}

function linkAttributes(url: string, env: Env): string {
  const target = linkTarget(url, baseOf(env))
  if (!target) return ''
  return ` href="${escapeHtml(target.href)}"${target.rel ? ` rel="${target.rel}"` : ''}`
}

function titleOf(token: Token | undefined): string {
  const title = token?.attrGet('title')
  return title ? ` title="${escapeHtml(String(title))}"` : ''
}

const baseOf = (env: Env) => (typeof env?.base === 'string' ? env.base : undefined)
const addressOf = (path: string, env: Env) => linkTarget(path, baseOf(env))?.href ?? path
