/** Reads the body of a form, with uploaded files if it has some. */
import type { Request } from '../http/message.ts'

type FormBody = { form: URLSearchParams; uploads: ReadonlyMap<string, Buffer> }

export async function readForm({ body, headers, isBodyTooLarge }: Request): Promise<FormBody> {
  const type = headers['content-type'] ?? ''
  const isMultipart = /^multipart\/form-data\b/i.test(type)
  if (isBodyTooLarge || !isMultipart) {
    return { form: new URLSearchParams(isBodyTooLarge ? '' : body.toString()), uploads: new Map() }
  }
  const form = new URLSearchParams()
  const uploads = new Map<string, Buffer>()
  for (const [name, value] of await parseMultipart(body, type)) {
    if (typeof value === 'string') form.append(name, value)
    // A field in which no file was chosen is sent with an empty one.
    else if (value.size > 0) uploads.set(name, Buffer.from(await value.arrayBuffer()))
  }
  return { form, uploads }
}

/** Empty if the body is not what its type says. */
async function parseMultipart(body: Buffer, type: string): Promise<FormData> {
  try {
    const bytes = new Uint8Array(body)
    return await new Response(bytes, { headers: { 'content-type': type } }).formData()
  } catch {
    return new FormData()
  }
}
