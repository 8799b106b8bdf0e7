/** Kinds of columns that several tables with data of guests have. */
import type { LocalizedText } from '../../../kernel/locale.ts'
import { erasedName } from '../fields.ts'
import type { PersonalColumn } from '../personal-data.ts'

/** Exported; stays after an erasure. */
export const fact: PersonalColumn = { isExported: true }
export const json: PersonalColumn = { isExported: true, isJson: true }
export const consent = { consent_version: fact, consent_text: fact }

/** Exported and erased. */
export const personal = (more: PersonalColumn = {}): PersonalColumn => ({
  erasedTo: null,
  isExported: true,
  ...more,
})
export const freeText = (more: PersonalColumn = {}) => personal({ isFreeText: true, ...more })

export const internal: PersonalColumn = { exemptBecause: 'internal key' }
export const staffMember: PersonalColumn = { exemptBecause: 'names a staff member, not the guest' }

export const emailHeading: LocalizedText = { vi: 'Email', en: 'Email' }

/** The client address is a keyed hash. */
export const contactColumns = {
  name: personal({
    erasedTo: erasedName,
    isOnDesk: true,
    csvHeading: { vi: 'Tên khách', en: 'Name' },
  }),
  phone: personal({
    erasedTo: '',
    isOnDesk: true,
    csvHeading: { vi: 'Điện thoại', en: 'Phone' },
  }),
  email: personal({ isOnDesk: true, csvHeading: emailHeading }),
  client: personal({ erasedTo: '' }),
}
