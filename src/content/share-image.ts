/** The picture of a page that is shown when its link is shared, as a value. It is drawn in the background. */
import type { ImportLogo } from './logo.ts'
import type { ConvertedPhoto, ImportPhoto } from './photo.ts'
import type { Shared } from './shop.ts'

export const shareImageSize = { width: 1200, height: 630 } as const

export type ShareImage = {
  title: string
  /** Below the title, such as the price of an offer. */
  note?: string
  shopName: string
  colors: Pick<Shared['look']['light'], 'paper' | 'ink' | 'accent' | 'second'>
  display: Shared['look']['display']
  /** Beside the title: a converted photo by its file name, or a drawing. */
  illustration?: { photo: string } | { svg: string }
}

/** Access of the site to files that are made in the background. */
export type PictureFiles = {
  /** Undefined if there is no such file. */
  read(name: string): Promise<Buffer | undefined>
  /** Registers a share image, and returns its file name. It is drawn when it is first read. */
  shareImageName(image: ShareImage): string
}

/** Access of the desk, which also takes photos of the owner. */
export type PhotoDesk = Pick<PictureFiles, 'read'> & {
  importPhoto: ImportPhoto
  importLogo: ImportLogo
  /** Converts a photo of a draft; undefined if that is not possible. */
  convertDraft(name: string, bytes: Buffer): Promise<ConvertedPhoto | undefined>
}
