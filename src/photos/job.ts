/** What the process that converts photos is asked, and what it returns. */
import type { ConvertedPhoto, PhotoCrop, PhotoProblem } from '../content/photo.ts'
import type { ShareImage } from '../content/share-image.ts'

export type PhotoJob =
  /** Converts a photo into files of the target folder, unless that was done before. */
  | { kind: 'convert'; contentFolder: string; file: string; hasBanner: boolean; target: string }
  /** Only finds out whether it can be converted. */
  | { kind: 'inspect'; contentFolder: string; file: string }
  /** Prepares an uploaded photo for the content folder. */
  | { kind: 'import'; source: string; crop: PhotoCrop; target: string }
  /** Draws the icons of a logo into files of the target folder. */
  | { kind: 'logo'; source: string; target: string }
  | { kind: 'share image'; image: ShareImage; name: string; target: string }

export type JobResult =
  | { kind: 'converted'; photo: ConvertedPhoto }
  | { kind: 'problem'; problem: PhotoProblem }
  | { kind: 'done' }
  /** An error of the machine, such as a full disk; the job may succeed later. */
  | { kind: 'failed'; message: string }
