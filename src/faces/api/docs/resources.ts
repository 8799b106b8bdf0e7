/** The resources and their fields, as in the schemas of /openapi.json. */
import { type Block, heading, paragraph } from '../../../content/document.ts'
import type { Locale } from '../../../kernel/locale.ts'
import type { DocsContext } from './context.ts'
import { descriptionOf, fieldsOf, fieldTable, resourceAnchor } from './schema-table.ts'

export function resourceBlocks({ publishedApi }: DocsContext, locale: Locale): Block[] {
  return [
    heading({ vi: 'Tài nguyên và trường', en: 'Resources and their fields' }[locale], 'resources'),
    paragraph(
      {
        vi:
          'Mọi câu trả lời, đúng như các schema của /openapi.json. Trong 2.x có thể thêm ' +
          'trường: hãy bỏ qua trường lạ.',
        en:
          'Every response, as in the schemas of /openapi.json. Fields may be added within ' +
          '2.x: ignore unknown ones.',
      }[locale],
    ),
    ...Object.entries(publishedApi().components.schemas).flatMap(([name, schema]): Block[] => [
      { kind: 'heading', level: 3, text: name, id: resourceAnchor(name) },
      ...(schema.description === undefined ? [] : [paragraph(descriptionOf(schema))]),
      fieldTable(fieldsOf(schema), 'in the response', locale),
    ]),
  ]
}
