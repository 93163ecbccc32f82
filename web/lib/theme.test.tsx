import { expect, test } from 'bun:test'
import { renderToString } from 'react-dom/server'
import { ThemeProvider, useTheme } from './theme.tsx'

function Shown() {
  return <p>{useTheme().theme}</p>
}

test('the theme is light on the server', () => {
  const html = renderToString(
    <ThemeProvider>
      <Shown />
    </ThemeProvider>,
  )
  expect(html).toBe('<p>light</p>')
})

test('useTheme throws outside its provider', () => {
  expect(() => renderToString(<Shown />)).toThrow('useTheme must be used within a ThemeProvider')
})
