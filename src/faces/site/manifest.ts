/** The web app manifest of the site. */
import type { Business, Shared } from '../../content/shop.ts'
import type { ServedFile } from '../../http/static-file.ts'

export function manifestFile(
  { name, description }: Business,
  { light }: Shared['look'],
  hasFile: (path: string) => boolean,
): ServedFile {
  return {
    path: '/manifest.webmanifest',
    type: 'application/manifest+json',
    body: JSON.stringify({
      name,
      short_name: name,
      description: description.vi,
      lang: 'vi',
      start_url: '/',
      display: 'browser',
      background_color: light.paper,
      theme_color: light.accent,
      icons: [192, 512]
        .map((size) => ({
          src: `/pictures/icon-${size}.png`,
          sizes: `${size}x${size}`,
          type: 'image/png',
        }))
        .filter(({ src }) => hasFile(src)),
    }),
  }
}
