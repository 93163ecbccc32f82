import { expect, test } from 'bun:test'
import { renderToString } from 'react-dom/server'
import { ThemeProvider, useTheme } from './theme.tsx'

function Shown() {
  return <p>{useTheme().theme}</p>
}

test('the theme is light until the browser says otherwise', () => {
  const html = renderToString(
    <ThemeProvider>
      <Shown />
    </ThemeProvider>,
  )
  expect(html).toBe('<p>light</p>')
})

test('asking for the theme outside its provider says what is missing', () => {
  expect(() => renderToString(<Shown />)).toThrow('useTheme must be used within a ThemeProvider')
})
