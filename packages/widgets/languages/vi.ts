import type { Translation } from './translation.ts'

export const translation: Translation = {
  announcement: {
    name: 'Thông báo',
    dismiss: 'Đóng',
    more: 'Xem thêm',
    types: {
      default: 'Ghi chú',
      warning: 'Cảnh báo',
      alarm: 'Quan trọng'
    }
  },
  feedback: { label: 'Góp ý' },
  marketplace: {
    title: 'Gói đăng bài',
    empty: 'Chưa có gói nào',
    failed: 'Không thể tải danh sách',
    retry: 'Thử lại',
    types: {
      article: 'Bài viết',
      press_release: 'Thông cáo báo chí',
      social_post: 'Bài đăng mạng xã hội',
      newsletter: 'Bản tin',
      banner_placement: 'Vị trí banner',
      video: 'Video'
    }
  },
  chat: {
    title: 'Liên hệ',
    lost: 'Không thể tải khung trò chuyện. Hãy tải lại trang để thử lại.',
    elsewhereText: 'Cuộc trò chuyện nằm trên trang của chúng tôi, nơi bạn đã đăng nhập.',
    go: 'Tiếp tục tại {host}',
    loading: 'Đang tải cuộc trò chuyện…',
    failed: 'Không thể tải cuộc trò chuyện.',
    retry: 'Thử lại',
    signedOut: 'Hãy đăng nhập để nhận được phản hồi của chúng tôi.',
    signIn: 'Đăng nhập',
    elsewhere: 'Chúng tôi trả lời trong cửa sổ riêng.',
    openElsewhere: 'Mở trò chuyện',
    empty: 'Hãy hỏi bất cứ điều gì. Cuộc trò chuyện được lưu tại đây.',
    online: 'Chúng tôi đang trực tuyến.',
    away: 'Hiện chúng tôi không trực tuyến. Chúng tôi cũng trả lời qua email.',
    older: 'Hiện tin nhắn cũ hơn',
    you: 'Bạn',
    us: 'Hỗ trợ',
    read: 'Đã xem',
    email: 'Địa chỉ email',
    emailWrong: 'Địa chỉ email chưa đầy đủ.',
    letterSent: 'Đã gửi. Chúng tôi sẽ trả lời qua email.',
    text: 'Tin nhắn của bạn',
    send: 'Gửi',
    picture: 'Thêm ảnh',
    pictureFrom: 'Ảnh từ {name}, {time}',
    notSent: 'Chưa gửi được. Hãy thử lại.',
    problems: {
      message_empty: 'Hãy nhập tin nhắn.',
      too_many_requests: 'Quá nhiều tin nhắn. Hãy đợi một phút rồi gửi lại.'
    },
    uploading: 'Đang tải ảnh lên',
    ready: 'Ảnh của bạn, sẵn sàng để gửi',
    remove: 'Bỏ ảnh',
    pictureProblems: {
      one_picture: 'Mỗi lần chỉ thêm một ảnh.',
      chat_picture_not_taken: 'Tệp không phải là ảnh PNG, JPEG, GIF, WebP hoặc AVIF.',
      chat_picture_too_large: 'Ảnh lớn hơn {size}.',
      chat_picture_unknown: 'Ảnh đã tải lên quá một ngày. Hãy thử lại.',
      too_many_requests: 'Quá nhiều ảnh. Hãy đợi vài phút rồi thử lại.',
      failed: 'Không thể tải ảnh lên. Hãy thử lại.'
    },
    close: 'Đóng'
  },
  login: {
    email: 'Địa chỉ email',
    sendCode: 'Gửi mã cho tôi',
    code: 'Mã truy cập',
    codeHelp: 'Không phân biệt chữ hoa, dấu cách và dấu gạch nối.',
    codeEmpty: 'Hãy nhập hoặc dán mã.',
    enter: 'Đăng nhập',
    haveCode: 'Tôi đã có mã',
    byMail: 'Đăng nhập bằng email',
    lost: 'Không đăng nhập được?',
    newHere: 'Người mới? Tạo tài khoản',
    haveAccount: 'Tôi đã có tài khoản',
    agreeBoth:
      'Khi tạo tài khoản, bạn đồng ý với [điều khoản dịch vụ] và [chính sách quyền riêng tư].',
    agreeTerms: 'Khi tạo tài khoản, bạn đồng ý với [điều khoản dịch vụ].',
    withoutMail: 'Tiếp tục không cần email',
    emailWrong: 'Địa chỉ email chưa đầy đủ.',
    sentTo: 'Nếu địa chỉ này có tài khoản, mã đã được gửi đến {email}.',
    sentToNew: 'Mã đã được gửi đến {email}.',
    sentHelp: 'Mã có hiệu lực trong mười phút, trên trình duyệt này.',
    again: 'Gửi mã khác',
    againIn: 'Gửi mã khác ({seconds} giây)',
    create: 'Tạo tài khoản',
    proof: 'Đang xác minh bạn là người thật',
    talk: 'Liên hệ',
    go: 'Tiếp tục tại {host}',
    handOff: 'Bạn đăng nhập ở đó, trong cửa sổ mới, rồi quay lại đây.',
    waiting: 'Đang chờ cửa sổ kia…',
    blocked: 'Không thể mở cửa sổ. Hãy cho phép cửa sổ bật lên trên trang này rồi thử lại.',
    closed: 'Cửa sổ đã bị đóng trước khi đăng nhập.',
    refused: 'Trang này không được phép đăng nhập cho bạn.',
    failed: 'Đăng nhập không thành công. Hãy thử lại sau giây lát.',
    anonymousText:
      'Chúng tôi không hỏi bạn là ai, nên không ai có thể gửi mã mới cho bạn. Nếu bạn làm mất mã, tài khoản và tiền trong đó sẽ mất theo.',
    createAnonymous: 'Tạo tài khoản ẩn danh',
    codeOnce: 'Đây là mã tài khoản của bạn. Mã chỉ hiện một lần.',
    copy: 'Sao chép',
    copied: 'Đã sao chép',
    download: 'Lưu thành tệp',
    kept: 'Tôi đã lưu mã ở nơi an toàn',
    done: 'Xong',
    notYet:
      'Hãy lưu mã trước: sao chép, lưu tệp hoặc đánh dấu vào ô. Không có mã, không ai có thể mở lại tài khoản này.',
    passkey: 'Thêm cả khóa truy cập',
    passkeyAdded: 'Đã thêm khóa truy cập. Bạn có thể dùng khóa này để đăng nhập.',
    passkeyName: 'Khóa truy cập ngày {date}',
    fileText: 'Mã tài khoản {site}. Bất kỳ ai có mã này đều có thể đăng nhập:',
    passkeyWay: 'Dùng khóa truy cập',
    close: 'Đóng',
    titles: {
      GET_SIGN_IN_POPUP: {
        title: 'Đăng nhập',
        description:
          'Không cần mật khẩu. Chúng tôi gửi mã qua email, hoặc bạn dùng mã tài khoản đã lưu.'
      },
      ENTER_ACCESS_POPUP: {
        title: 'Nhập mã truy cập',
        description: 'Mã của tài khoản ẩn danh, hoặc mã dùng một lần trong email.'
      },
      RESET_PASSWORD_POPUP: {
        title: 'Khôi phục quyền truy cập',
        description: 'Chúng tôi gửi mã dùng một lần đến địa chỉ của tài khoản.'
      },
      CHECK_YOUR_EMAIL: { title: 'Hãy kiểm tra email', description: '' },
      CREATE_ACCOUNT: {
        title: 'Tạo tài khoản',
        description:
          'Một tài khoản cho cả hai: quảng cáo trên trang khác và kiếm tiền từ trang của bạn.'
      },
      ANONYMOUS_SIGN_UP: {
        title: 'Tài khoản ẩn danh',
        description:
          'Bạn nhận được một mã. Đó chính là tài khoản của bạn: bất kỳ ai có mã đều có thể đăng nhập.'
      },
      CONFIRM_AN_ACCOUNT: { title: 'Xác nhận tài khoản', description: '' }
    },
    failures: {
      unreachable: 'Không thể kết nối với máy chủ. Hãy kiểm tra kết nối rồi thử lại.',
      unreadable: 'Không thể đọc phản hồi của máy chủ. Hãy thử lại sau giây lát.',
      internal: 'Đã xảy ra lỗi từ phía chúng tôi. Không có gì bị mất. Hãy thử lại sau giây lát.',
      unavailable: 'Dịch vụ hiện không khả dụng. Hãy thử lại sau giây lát.',
      too_many_requests: 'Quá nhiều lần thử. Hãy đợi vài phút rồi thử lại.',
      access_code_wrong: 'Mã không đúng. Hãy kiểm tra lại hoặc yêu cầu mã mới.',
      access_code_expired: 'Mã đã hết hạn. Hãy yêu cầu mã mới.',
      other: 'Không thành công. Hãy kiểm tra thông tin đã nhập rồi thử lại.'
    }
  }
}
