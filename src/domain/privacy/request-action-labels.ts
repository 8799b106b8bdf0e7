/** Everything that can happen to a data request, after the name of the actor. */
import type { LocalizedText } from '../../kernel/locale.ts'

export const requestActionLabels = {
  registered: { vi: 'ghi yêu cầu vào sổ', en: 'registered the request' },
  verified: { vi: 'đã gọi và xác minh đúng khách', en: 'called and verified the guest' },
  handed_over: { vi: 'giao bản sao dữ liệu', en: 'handed over a copy of the data' },
  noted: { vi: 'ghi chú', en: 'added a note' },
  replied: { vi: 'báo đã trả lời khách', en: 'marked it as answered' },
  done: { vi: 'báo đã xong', en: 'marked it as done' },
  reopened: { vi: 'hoàn tác', en: 'undid the last action' },
  erased: { vi: 'xoá dữ liệu của khách', en: 'erased the guest’s data' },
} as const satisfies Record<string, LocalizedText>

export type RequestActionName = keyof typeof requestActionLabels
