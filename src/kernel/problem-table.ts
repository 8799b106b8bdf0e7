/** All problem types with status and texts. Each has a page at /problems/<code>. */
import type { LocalizedText } from './locale.ts'

export type ProblemEntry = {
  status: number
  title: LocalizedText
  /** The detail of a problem that has no more specific one. */
  meaning: LocalizedText
  /** What the client should do. */
  remedy: LocalizedText
}

export const problemTable = {
  'invalid-parameter': {
    status: 400,
    title: { vi: 'Tham số không hợp lệ', en: 'Invalid parameter' },
    meaning: {
      vi: 'Một hay nhiều tham số trong địa chỉ không dùng được.',
      en: 'One or more parameters of the URL are not valid.',
    },
    remedy: {
      vi: 'Đọc danh sách “fields”: mỗi mục nêu tên tham số, lỗi và giá trị có thể viết. Sửa rồi gửi lại.',
      en:
        'Read “fields”: each item names a parameter, the error and what to send instead. ' +
        'Correct them and send the request again.',
    },
  },
  'unsupported-version': {
    status: 400,
    title: { vi: 'Phiên bản API không được phục vụ', en: 'API version not supported' },
    meaning: {
      vi: 'Tiêu đề API-Version yêu cầu một phiên bản mà chúng tôi không phục vụ. Phiên bản hiện có: 2.0.',
      en: 'The API-Version header requests a version that is not supported. Supported versions: 2.0.',
    },
    remedy: {
      vi: 'Gửi API-Version: 2.0, hoặc bỏ tiêu đề này.',
      en: 'Send API-Version: 2.0, or omit the header.',
    },
  },
  'unreadable-request': {
    status: 400,
    title: { vi: 'Không đọc được yêu cầu', en: 'Malformed request' },
    meaning: {
      vi: 'Yêu cầu không phải là HTTP/1.1 hợp lệ, hoặc địa chỉ được mã hoá sai.',
      en: 'The request is not well-formed HTTP/1.1, or its URL is not encoded correctly.',
    },
    remedy: {
      vi: 'Kiểm tra phần mềm gửi yêu cầu; mã hoá ký tự đặc biệt trong địa chỉ theo UTF-8 (%C3%A2 cho â).',
      en: 'Check the program that sends the request. Encode special characters of the URL as UTF-8 (%C3%A2 for â).',
    },
  },
  'not-found': {
    status: 404,
    title: { vi: 'Không tìm thấy', en: 'Not found' },
    meaning: {
      vi: 'Địa chỉ này không có gì.',
      en: 'This URL does not exist.',
    },
    remedy: {
      vi: 'Xem mọi địa chỉ của API tại /openapi.json hoặc /api.',
      en: 'All URLs of the API are listed in /openapi.json and at /api.',
    },
  },
  'method-not-allowed': {
    status: 405,
    title: { vi: 'Phương thức không dùng được ở đây', en: 'Method not allowed' },
    meaning: {
      vi: 'Địa chỉ này có thật nhưng không nhận phương thức vừa gửi.',
      en: 'The URL exists but does not support this method.',
    },
    remedy: {
      vi: 'Dùng một phương thức nêu trong “detail” và trong tiêu đề Allow.',
      en: 'Use one of the methods in “detail” and in the Allow header.',
    },
  },
  'not-acceptable': {
    status: 406,
    title: { vi: 'Không có định dạng được yêu cầu', en: 'Requested format not available' },
    meaning: {
      vi: 'Tiêu đề Accept loại trừ application/json, định dạng duy nhất ở địa chỉ này.',
      en: 'The Accept header excludes application/json, the only format of this URL.',
    },
    remedy: {
      vi: 'Gửi Accept: application/json, hoặc bỏ tiêu đề này.',
      en: 'Send Accept: application/json, or omit the header.',
    },
  },
  'request-timeout': {
    status: 408,
    title: { vi: 'Yêu cầu đến quá chậm', en: 'Request timeout' },
    meaning: {
      vi: 'Yêu cầu chưa gửi xong trong thời gian cho phép.',
      en: 'The request was not complete within the time limit.',
    },
    remedy: {
      vi: 'Gửi lại trên một kết nối mới.',
      en: 'Send the request again on a new connection.',
    },
  },
  'body-too-large': {
    status: 413,
    title: { vi: 'Nội dung quá lớn', en: 'Body too large' },
    meaning: {
      vi: 'Nội dung gửi lên vượt quá 16 KiB.',
      en: 'The body is larger than 16 KiB.',
    },
    remedy: { vi: 'Rút ngắn nội dung rồi gửi lại.', en: 'Shorten the body and send it again.' },
  },
  'headers-too-large': {
    status: 431,
    title: { vi: 'Tiêu đề quá lớn', en: 'Headers too large' },
    meaning: {
      vi: 'Địa chỉ và các tiêu đề cộng lại vượt quá 16 KiB.',
      en: 'The URL and the headers together are larger than 16 KiB.',
    },
    remedy: {
      vi: 'Rút ngắn địa chỉ hoặc bớt tiêu đề.',
      en: 'Shorten the URL or send fewer headers.',
    },
  },
  internal: {
    status: 500,
    title: { vi: 'Lỗi phía chúng tôi', en: 'Error on our side' },
    meaning: {
      vi: 'Đã xảy ra lỗi ngoài dự tính. Mã trong “instance” được ghi trong nhật ký của chúng tôi.',
      en: 'An unexpected error occurred. Our log contains it under the id in “instance”.',
    },
    remedy: {
      vi: 'Thử lại sau ít phút; nếu vẫn lỗi, hãy báo cho chúng tôi mã trong “instance”.',
      en: 'Try again in a few minutes. If the error occurs again, send us the id in “instance”.',
    },
  },
  'malformed-body': {
    status: 400,
    title: { vi: 'Nội dung không đọc được', en: 'Malformed body' },
    meaning: {
      vi:
        'Nội dung phải là một đối tượng JSON (application/json) hoặc biểu mẫu ' +
        '(application/x-www-form-urlencoded), mã hoá UTF-8, không nén.',
      en:
        'The body must be a JSON object (application/json) or a form (application/x-www-form-urlencoded), in UTF-8 and ' +
        'not compressed.',
    },
    remedy: {
      vi: 'Kiểm tra Content-Type, Content-Encoding và cú pháp JSON (mỗi tên một lần) rồi gửi lại.',
      en: 'Check Content-Type, Content-Encoding and the JSON syntax (each name once), then send the request again.',
    },
  },
  'invalid-idempotency-key': {
    status: 400,
    title: { vi: 'Idempotency-Key không hợp lệ', en: 'Invalid Idempotency-Key' },
    meaning: {
      vi: 'Idempotency-Key phải có 8 đến 64 ký tự ASCII thấy được, không có khoảng trắng.',
      en: 'Idempotency-Key must be 8 to 64 visible ASCII characters without spaces.',
    },
    remedy: {
      vi: 'Dùng một UUID mới cho mỗi yêu cầu mới, và gửi lại đúng mã đó khi thử lại.',
      en: 'Use a new UUID for each new request, and send the same key again when you retry.',
    },
  },
  'cross-site': {
    status: 403,
    title: { vi: 'Gửi từ trang khác', en: 'Sent from another site' },
    meaning: {
      vi: 'Trình duyệt gửi yêu cầu này từ một tên miền khác.',
      en: 'A browser sent this request from a page of another domain.',
    },
    remedy: {
      vi: 'Dùng chính trang của chúng tôi, hoặc gọi API từ chương trình của bạn (không có Origin).',
      en: 'Use our own pages, or call the API from your own program (without an Origin header).',
    },
  },
  'form-check-failed': {
    status: 403,
    title: {
      vi: 'Biểu mẫu không qua bước chống thư rác',
      en: 'The form did not pass the spam check',
    },
    meaning: {
      vi:
        'Biểu mẫu thiếu mã của trang, đã dùng rồi hoặc để quá hai giờ, hoặc quá nhiều biểu mẫu được gửi cùng lúc. ' +
        'Chương trình thì gửi JSON (Content-Type: application/json), không cần mã.',
      en:
        'The form has no token of the page, was used before or is older than two hours, or too ' +
        'many forms were sent in the same moment. Programs send JSON (Content-Type: application/json), which ' +
        'needs no token.',
    },
    remedy: {
      vi: 'Mở lại trang và gửi lại. Chương trình thì gửi JSON với Content-Type: application/json.',
      en: 'Open the page again and submit the form again. Programs send JSON with Content-Type: application/json.',
    },
  },
  'slot-taken': {
    status: 409,
    title: { vi: 'Giờ này vừa hết chỗ', en: 'This time has just been taken' },
    meaning: {
      vi: 'Giờ đã chọn không còn chỗ. “alternatives” nêu những giờ gần nhất còn trống.',
      en: 'The chosen time is no longer free. “alternatives” lists the nearest free times.',
    },
    remedy: {
      vi: 'Mời khách chọn một giờ trong “alternatives” rồi gửi lại.',
      en: 'Offer the guest the times in “alternatives”, then send the request again.',
    },
  },
  'place-available': {
    status: 409,
    title: { vi: 'Giờ này còn chỗ', en: 'This time is free' },
    meaning: {
      vi: 'Không cần chờ: trong khoảng giờ đã chọn còn giờ trống, nêu trong “alternatives”.',
      en: 'There is no need to wait: the chosen window has free times, which “alternatives” lists.',
    },
    remedy: {
      vi: 'Gửi yêu cầu đặt chỗ cho một giờ trong “alternatives”.',
      en: 'Request a booking for one of the times in “alternatives”.',
    },
  },
  'invalid-fields': {
    status: 422,
    title: { vi: 'Có trường cần sửa', en: 'Some fields must be corrected' },
    meaning: {
      vi: 'Một hay nhiều trường thiếu hoặc sai.',
      en: 'One or more fields are missing or invalid.',
    },
    remedy: {
      vi: 'Đọc “fields”, hỏi lại khách và gửi lại. Không có gì được lưu.',
      en: 'Read “fields”, ask the guest again and send the request again. Nothing was stored.',
    },
  },
  'idempotency-key-reused': {
    status: 422,
    title: {
      vi: 'Idempotency-Key đã dùng cho nội dung khác',
      en: 'Idempotency-Key used for a different body',
    },
    meaning: {
      vi: 'Mã này đã được dùng với một nội dung khác trong 24 giờ qua.',
      en: 'This key was used with a different body within the last 24 hours.',
    },
    remedy: {
      vi: 'Dùng mã mới cho yêu cầu mới; chỉ dùng lại mã cũ với đúng nội dung cũ.',
      en: 'Use a new key for a new request. Reuse a key only with exactly the same body.',
    },
  },
  'rate-limited': {
    status: 429,
    title: { vi: 'Đã hết lượt gửi', en: 'Too many writes' },
    meaning: {
      vi: 'Địa chỉ này đã gửi đủ số lần cho phép trong một giờ.',
      en: 'This address has reached its limit of writes per hour.',
    },
    remedy: {
      vi: 'Đợi số giây trong Retry-After rồi gửi lại, hoặc gọi điện cho chúng tôi.',
      en: 'Wait the number of seconds in Retry-After and send the request again, or call us.',
    },
  },
  'too-many-open-requests': {
    status: 429,
    title: { vi: 'Quá nhiều yêu cầu đang chờ', en: 'Too many open requests' },
    meaning: {
      vi: 'Đã có nhiều yêu cầu đặt chỗ đang chờ trả lời từ số điện thoại, email hoặc mạng này.',
      en: 'Many booking requests from this phone number, email address or network wait for an answer.',
    },
    remedy: {
      vi: 'Chờ tiệm trả lời các yêu cầu đã gửi rồi gửi lại, hoặc gọi điện cho chúng tôi.',
      en: 'Wait until the shop has answered the requests and send this one again, or call us.',
    },
  },
  'store-unavailable': {
    status: 503,
    title: { vi: 'Chưa nhận được', en: 'Unavailable' },
    meaning: {
      vi: 'Sổ đặt chỗ tạm thời không dùng được. Không có gì được lưu.',
      en: 'The booking system is temporarily unavailable. Nothing was stored.',
    },
    remedy: {
      vi: 'Thử lại sau số giây trong Retry-After với cùng Idempotency-Key, hoặc gọi điện.',
      en: 'Try again after the number of seconds in Retry-After with the same Idempotency-Key, or call us.',
    },
  },
} as const satisfies Record<string, ProblemEntry>

export type ProblemCode = keyof typeof problemTable

export const problemCodes = Object.keys(problemTable) as ProblemCode[]
