/** Explains why a database cannot be opened, and what the operator can do. */
import { forEachLocale, type LocalizedText } from '../kernel/locale.ts'

/** By the code of PostgreSQL, TLS or the system; without a code, by the message of the driver. */
const reasons: readonly [pattern: RegExp, vi: string, en: string][] = [
  [/^28P01$/, 'sai tên người dùng hoặc mật khẩu', 'the user name or the password is wrong'],
  [
    /^28/,
    'máy chủ từ chối người dùng hoặc kiểu kết nối này; hãy xem pg_hba.conf của máy chủ',
    'the server rejects this user or this kind of connection; check its pg_hba.conf',
  ],
  [
    /^3D000$/,
    'trên máy chủ không có cơ sở dữ liệu này; hãy tạo bằng CREATE DATABASE',
    'the database does not exist on the server; create it with CREATE DATABASE',
  ],
  [/^3F000$/, 'người dùng không có lược đồ nào để ghi', 'the user has no schema to write to'],
  [
    /^42501$/,
    'người dùng thiếu quyền trong cơ sở dữ liệu; docs/postgresql.md liệt kê các quyền cần có',
    'the user lacks a privilege in the database; docs/postgresql.md lists what it needs',
  ],
  [/^25006$/, 'máy chủ chỉ cho đọc, như máy dự phòng', 'the server is read-only, like a standby'],
  [/^53300$/, 'máy chủ đã hết kết nối trống', 'the server has no free connection'],
  [/^53100$/, 'đĩa của máy chủ đã đầy', 'the disk of the server is full'],
  [/^57P/, 'máy chủ đang khởi động hoặc đang dừng', 'the server is starting or stopping'],
  [
    /^55P03$/,
    'một tiến trình khác chưa cập nhật xong cơ sở dữ liệu',
    'another process did not finish its migration in time',
  ],
  [
    /^XX00[12]$/,
    'một bảng hoặc chỉ mục bị hỏng; hãy khôi phục bản sao lưu theo docs/backup-and-privacy.md',
    'a table or an index of the database is damaged; restore a backup as docs/backup-and-privacy.md describes',
  ],
  [/^ECONNREFUSED$/, 'không có gì lắng nghe ở địa chỉ này', 'nothing listens at this address'],
  [/^ENOENT$/, 'thư mục không có socket của máy chủ nào', 'the folder has no socket of a server'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'không rõ tên máy chủ', 'the host name is unknown'],
  [
    /^(EHOSTUNREACH|ENETUNREACH|ETIMEDOUT)$/,
    'không nối tới được máy chủ',
    'the host is unreachable',
  ],
  [/^(ECONNRESET|EPIPE)$/, 'kết nối bị ngắt', 'the connection was reset'],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    'chứng chỉ của máy chủ là của tên khác',
    'the certificate of the server is for another host name',
  ],
  [
    /^CERT_HAS_EXPIRED$/,
    'chứng chỉ của máy chủ đã hết hạn',
    'the certificate of the server has expired',
  ],
  [
    /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/,
    'chứng chỉ của máy chủ không do nơi đáng tin ký; hãy đặt sslrootcert là chứng chỉ gốc của máy chủ',
    'the certificate of the server is not signed by a trusted authority; set sslrootcert to its root certificate',
  ],
  [/disk is full/, 'đĩa đã đầy; hãy giải phóng chỗ', 'the disk is full; free some space'],
  [
    /malformed|not a database/,
    'tệp bị hỏng, hoặc không phải cơ sở dữ liệu; hãy khôi phục bản sao lưu theo docs/backup-and-privacy.md',
    'the file is damaged, or is no database; restore a backup as docs/backup-and-privacy.md describes',
  ],
  [
    /disk I\/O error/,
    'đĩa báo lỗi; hãy kiểm tra đĩa và nhật ký của hệ thống',
    'the disk reports an error; check the disk and its messages in the system log',
  ],
  [
    /readonly database/,
    'chương trình không ghi được vào tệp hoặc thư mục của tệp',
    'the file or its folder is not writable for the program',
  ],
  [
    /unable to open/,
    'không mở được tệp; hãy xem tệp có ở đó và có đọc được không',
    'the file cannot be opened; check that it exists and is readable',
  ],
  [
    /password must be/,
    'máy chủ cần mật khẩu mà địa chỉ không ghi',
    'the server requires a password, and the URL has none',
  ],
  [
    /does not support SSL/,
    'máy chủ không có TLS, mà sslmode lại cần',
    'the server does not support TLS, which sslmode requires',
  ],
  [/timeout/i, 'máy chủ không trả lời kịp', 'the server did not respond in time'],
]

/** A cause without a text of its own is named as the driver names it. */
export function explainOpenError(cause: unknown): LocalizedText {
  const { code, message } = (cause instanceof Error ? cause : {}) as NodeJS.ErrnoException
  // Every error of node:sqlite has this code; only the message tells them apart.
  const known = (code === 'ERR_SQLITE_ERROR' ? message : code) ?? message ?? String(cause)
  const [, vi = known, en = known] = reasons.find(([pattern]) => pattern.test(known)) ?? []
  const suffix = known === code && en !== known ? ` (${code})` : ''
  return forEachLocale((locale) => ({ vi, en })[locale] + suffix)
}
