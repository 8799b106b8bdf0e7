/** The settings of the help text in Vietnamese, for a terminal in that language. */
import type { Setting } from '../kernel/setting.ts'

const descriptions: Readonly<Record<string, string>> = {
  SETTINGS_FILE:
    'Đường dẫn của tệp thiết lập, mỗi dòng một TÊN=giá trị, đọc lại mỗi lần khởi động. Biến môi trường được ưu tiên.',
  VARIANT: 'Ngành của tiệm.',
  CONTENT_DIR: 'Thư mục chứa lời văn, giá và quy định của tiệm.',
  PORT: 'Cổng của trang web, API và máy chủ MCP.',
  HOST: 'Địa chỉ mà trang web, API và máy chủ MCP lắng nghe.',
  BASE_URL: 'Địa chỉ công khai của trang web, dùng trong mọi liên kết.',
  DESK_PORT: 'Cổng của quầy.',
  DESK_HOST: 'Địa chỉ mà quầy lắng nghe.',
  DESK_URL: 'Địa chỉ của quầy, dùng trong liên kết gửi nhân viên.',
  DATABASE_URL: 'Cơ sở dữ liệu: một tệp SQLite, hoặc địa chỉ PostgreSQL khi có nhiều tiến trình.',
  PROCESSES: 'Số tiến trình của `letan cluster`.',
  DRAIN_SECONDS: 'Số giây mà tiến trình đang dừng vẫn nhận kết nối trong khi `/readyz` trả về 503.',
  TRUST_PROXY:
    'Số máy chủ trung gian tin cậy đứng trước Letan; 0 thì bỏ qua X-Forwarded-For và Forwarded.',
  WRITE_LIMIT:
    'Số lần gửi mỗi giờ của một địa chỉ. Giới hạn yêu cầu chưa trả lời tăng theo; từ 100 trở lên thì không giới hạn.',
  FIRST_EMAILS_PER_HOUR:
    'Số email mỗi giờ, cho cả tiệm, đến những địa chỉ mà người nhận chưa xác nhận.',
  SECRET:
    'Khoá để ký mã và liên kết. Nếu không đặt, chương trình tự tạo và lưu trong cơ sở dữ liệu.',
  MCP_ORIGINS: 'Địa chỉ của các trang khác được phép gọi /mcp từ trình duyệt.',
  MCP_VERSIONS:
    '`strict` từ chối trợ lý ghi phiên bản 2025 ở đầu một thông điệp của phiên bản 2026-07-28.',
  OPENAI_CHALLENGE:
    'Mã từ cổng của OpenAI, trả về ở `/.well-known/openai-apps-challenge` để xác minh tên miền.',
  BANK_SERVICE:
    'Dịch vụ báo các khoản chuyển vào tài khoản của tiệm, tại `/bank-notifications`: `sepay` hoặc `casso`.',
  BANK_SERVICE_KEY:
    'Khoá mà dịch vụ này gửi kèm, hoặc dùng để ký. Có BANK_SERVICE thì cần cả khoá này.',
  LOG_LEVEL: 'Mức thấp nhất được ghi nhật ký. Nhật ký là các dòng JSON ở đầu ra chuẩn.',
  METRICS_TOKEN:
    'Mã Bearer cho `/metrics` ở cổng của quầy. Nếu không đặt, chỉ máy này xem được, và không ai nếu có máy chủ trung gian.',
  PRIVATE_TARGETS:
    '`allow` cho webhook và bot nối tới địa chỉ trong mạng riêng, kể cả không có TLS.',
  SMTP_URL: 'Máy chủ gửi email cho khách và nhân viên.',
  MAIL_FROM: 'Địa chỉ gửi của mọi email.',
  STAFF_MAIL: 'Các địa chỉ email nhận tin báo cho nhân viên.',
  ZALO_BOT_TOKEN: 'Mã của bot Zalo báo tin cho nhân viên.',
  ZALO_CHATS: 'Mã các cuộc trò chuyện nhận tin báo.',
  ZALO_API_URL: 'Địa chỉ của Zalo Bot API.',
  TELEGRAM_BOT_TOKEN: 'Mã của bot Telegram báo tin cho nhân viên. Telegram bị chặn ở Việt Nam.',
  TELEGRAM_CHATS: 'Mã các cuộc trò chuyện nhận tin báo.',
  TELEGRAM_API_URL: 'Địa chỉ của Telegram Bot API.',
  WEBHOOKS: 'Các địa chỉ nhận mọi sự kiện theo Standard Webhooks.',
  WEBHOOK_SECRET: 'Khoá để ký webhook.',
}

/** Defaults that are words; all others are values. */
const defaults: Readonly<Record<string, string>> = {
  '(none)': '(không có)',
  '(generated)': '(tự tạo)',
  '(no email)': '(không gửi email)',
  '(local requests only)': '(chỉ từ máy này)',
  '(required with SMTP_URL)': '(cần khi có SMTP_URL)',
  '(required with WEBHOOKS)': '(cần khi có WEBHOOKS)',
  'what CONTENT_DIR declares, or restaurant': 'như CONTENT_DIR khai, hoặc restaurant',
  'one per core': 'mỗi nhân một tiến trình',
}

export function formatVietnameseSettings(settings: ReadonlyMap<string, Setting<unknown>>): string {
  const lines = [...settings].map(
    ([name, { description, defaultText }]) =>
      `  ${name.padEnd(13)} ${descriptions[name] ?? description} [${defaults[defaultText] ?? defaultText}]`,
  )
  return lines.join('\n')
}
