/** Writes a zip archive that every system opens, with names in UTF-8. */
import { crc32, deflateRawSync } from 'node:zlib'

export type ZipEntry = { name: string; bytes: Buffer; modified: Date }

/** What does not become smaller, such as photos, is stored as it is. */
export function createZip(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const packed = deflateRawSync(entry.bytes)
    const isPacked = packed.length < entry.bytes.length
    const data = isPacked ? packed : entry.bytes
    const name = Buffer.from(entry.name)
    const common = describe(entry, data.length, isPacked, name.length)
    const header = Buffer.concat([signature(0x04034b50), common, Buffer.alloc(2), name])
    // Version that made it, the common part, then no extra field, comment, disk or attributes.
    const attributes = Buffer.alloc(16)
    attributes.writeUInt32LE(offset, 12)
    directory.push(signature(0x02014b50), version, common, attributes, name)
    parts.push(header, data)
    offset += header.length + data.length
  }
  const list = Buffer.concat(directory)
  return Buffer.concat([...parts, list, endOf(entries.length, list.length, offset)])
}

/** 2.0: deflate and folders. */
const version = Buffer.from([20, 0])

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

/**
 * The 24 bytes that the header of a file and its entry in the directory share, from the version to the length of the
 * name.
 */
function describe(
  { bytes, modified }: ZipEntry,
  packedLength: number,
  isPacked: boolean,
  nameLength: number,
): Buffer {
  const common = Buffer.alloc(24)
  version.copy(common)
  // Names are UTF-8.
  common.writeUInt16LE(0x0800, 2)
  common.writeUInt16LE(isPacked ? 8 : 0, 4)
  common.writeUInt32LE(dosTime(modified), 6)
  common.writeUInt32LE(crc32(bytes), 10)
  common.writeUInt32LE(packedLength, 14)
  common.writeUInt32LE(bytes.length, 18)
  common.writeUInt16LE(nameLength, 22)
  return common
}

/** Two seconds are its unit, and 1980 its first year. */
function dosTime(time: Date): number {
  const date =
    (Math.max(0, time.getUTCFullYear() - 1980) << 9) |
    ((time.getUTCMonth() + 1) << 5) |
    time.getUTCDate()
  const clock =
    (time.getUTCHours() << 11) | (time.getUTCMinutes() << 5) | (time.getUTCSeconds() >> 1)
  return ((date << 16) | clock) >>> 0
}

function endOf(count: number, length: number, offset: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(length, 12)
  end.writeUInt32LE(offset, 16)
  return end
}
