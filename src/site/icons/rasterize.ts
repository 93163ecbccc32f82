import inter from '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf' with { type: 'file' }
import interSemiBold from '@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf' with { type: 'file' }
import jetBrainsMono from '@expo-google-fonts/jetbrains-mono/500Medium/JetBrainsMono_500Medium.ttf' with {
  type: 'file',
}
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import engine from '@resvg/resvg-wasm/index_bg.wasm' with { type: 'file' }

export type Rasterize = (svg: string, width: number) => Uint8Array<ArrayBuffer>

const readBytes = (path: string) => Bun.file(path).bytes()

let fonts: Promise<Uint8Array[]> | undefined

/** Embedded fonts give the same result on every system. */
async function prepare(): Promise<Uint8Array[]> {
  await initWasm(await readBytes(engine))
  return Promise.all([inter, interSemiBold, jetBrainsMono].map(readBytes))
}

export async function createRasterize(): Promise<Rasterize> {
  fonts ??= prepare()
  const fontBuffers = await fonts
  return (svg, width) => {
    using scope = new DisposableStack()
    const picture = scope.adopt(
      new Resvg(svg, {
        fitTo: { mode: 'width', value: width },
        font: { fontBuffers, defaultFontFamily: 'Inter' },
      }),
      (it) => it.free(),
    )
    const image = scope.adopt(picture.render(), (it) => it.free())
    return new Uint8Array(image.asPng())
  }
}
