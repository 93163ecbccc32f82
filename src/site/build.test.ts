import { expect, test } from 'bun:test'
import { filesFor, type SiteBuild } from './build.ts'

const manifest: SiteBuild['manifest'] = {
  'web/main.ts': { file: 'assets/main.js', css: ['assets/main.css'], imports: ['_react.js'] },
  '_react.js': { file: 'assets/react.js', imports: ['_shared.js'] },
  '_shared.js': { file: 'assets/shared.js', css: ['assets/shared.css'], imports: ['_react.js'] },
  'web/home.tsx': {
    file: 'assets/home.js',
    css: ['assets/main.css', 'assets/home.css'],
    imports: ['web/main.ts'],
  },
}
const build: SiteBuild = { files: new Map(), manifest }

test('lists the script, its styles and its imports once each', () => {
  expect(filesFor(build, 'web/main.ts')).toEqual({
    script: '/assets/main.js',
    styles: ['/assets/main.css', '/assets/shared.css'],
    preloads: ['/assets/react.js', '/assets/shared.js'],
  })
})

test('lists files that load later separately', () => {
  expect(filesFor(build, 'web/main.ts', { later: ['web/home.tsx'] })).toEqual({
    script: '/assets/main.js',
    styles: ['/assets/main.css', '/assets/shared.css', '/assets/home.css'],
    preloads: ['/assets/react.js', '/assets/shared.js'],
    later: ['/assets/home.js'],
  })
})

test('preloads the imports of an early script', () => {
  const { preloads, later } = filesFor(build, 'web/main.ts', {
    early: 'web/home.tsx',
    later: ['web/home.tsx'],
  })
  expect(preloads).toEqual(['/assets/react.js', '/assets/shared.js', '/assets/home.js'])
  expect(later).toEqual([])
})

test('a page without its own chunk needs only the entry', () => {
  expect(filesFor(build, 'web/main.ts', { later: ['web/nowhere.tsx'] })).toEqual({
    ...filesFor(build, 'web/main.ts'),
    later: [],
  })
})
