import type MarkdownIt from 'markdown-it'

export type Parser = InstanceType<typeof MarkdownIt>
export type Token = ReturnType<Parser['parse']>[number]
export type StateBlock = InstanceType<Parser['block']['State']>
export type TokenClass = typeof MarkdownIt.Token
export type Env = StateBlock['env']
