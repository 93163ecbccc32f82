import * as z from 'zod/mini'
import { atMost } from './text-rules.ts'

export const SEARCH_MAX = 200

export const searchText = (name: string) =>
  z.optional(z.string(`${name} can be given only once`).check(atMost(name, SEARCH_MAX)))
