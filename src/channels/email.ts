/** Email to guests who gave an address, and to staff. */
import { guestTarget } from '../kernel/channel.ts'
import { type ChannelSetting, parseList } from '../kernel/setting.ts'
import type { Channel } from './channel.ts'
import { createMailServer } from './mail-server.ts'

const smtpUrl: ChannelSetting<string> = {
  name: 'SMTP_URL',
  description: 'Mail server for email to guests and staff.',
  defaultText: '(no email)',
  allowedValues: {
    vi: 'một địa chỉ như smtps://user:password@mail.example:465',
    en: 'a URL such as smtps://user:password@mail.example:465',
  },
  requires: 'MAIL_FROM',
  parse: (text) => (/^smtps?:\/\/[^/\s]+\/?$/.test(text) ? text : undefined),
}

export const mailFrom: ChannelSetting<string> = {
  name: 'MAIL_FROM',
  description: 'Sender address of all email.',
  defaultText: '(required with SMTP_URL)',
  allowedValues: {
    vi: 'một địa chỉ email như hello@khoilam.example',
    en: 'an email address such as hello@khoilam.example',
  },
  parse: parseEmail,
}

const staffAddresses: ChannelSetting<readonly string[]> = {
  name: 'STAFF_MAIL',
  description: 'Email addresses that receive staff notifications.',
  defaultText: '(none)',
  allowedValues: {
    vi: 'các địa chỉ email, cách nhau bằng dấu phẩy',
    en: 'email addresses, separated by commas',
  },
  requires: 'SMTP_URL',
  parse: (text) => parseList(text, parseEmail),
}

function parseEmail(text: string): string | undefined {
  return /^[^\s@<>,]+@[^\s@<>,]+$/.test(text) ? text : undefined
}

const create: Channel['create'] = (values) =>
  createMailServer({ url: values.get(smtpUrl), from: values.get(mailFrom) })

export const guestMail: Channel = {
  name: 'guest-mail',
  label: { vi: 'Thư cho khách', en: 'Email to guests' },
  audience: 'guest',
  settings: [smtpUrl, mailFrom],
  create,
  listTargets: () => [guestTarget],
}

export const staffMail: Channel = {
  name: 'email',
  label: { vi: 'Thư cho nhân viên', en: 'Email to staff' },
  audience: 'staff',
  settings: [smtpUrl, mailFrom, staffAddresses],
  create,
  listTargets: (values) => values.get(staffAddresses),
  // Mail clients show the subject apart from the text, so the text repeats it.
  formatText: ({ title, text }) => `${title}\n\n${text}`,
}
