import type { Translation } from './translation.ts'

export const translation: Translation = {
  announcement: {
    name: '公告',
    dismiss: '关闭',
    more: '了解详情',
    types: {
      default: '提示',
      warning: '警告',
      alarm: '重要'
    }
  },
  feedback: { label: '反馈' },
  marketplace: {
    title: '发布服务',
    empty: '暂无服务',
    failed: '无法加载列表',
    retry: '重试',
    types: {
      article: '文章',
      press_release: '新闻稿',
      social_post: '社交媒体帖子',
      newsletter: '邮件通讯',
      banner_placement: '横幅广告位',
      video: '视频'
    }
  },
  chat: {
    title: '联系我们',
    lost: '无法加载聊天。请刷新页面重试。',
    elsewhereText: '对话在我们自己的网站上，您已在那里登录。',
    go: '前往 {host}',
    loading: '正在加载对话…',
    failed: '无法加载对话。',
    retry: '重试',
    signedOut: '请登录，以便收到我们的回复。',
    signIn: '登录',
    elsewhere: '我们在单独的窗口中回复。',
    openElsewhere: '打开聊天',
    empty: '有问题请随时提问。对话会保留在这里。',
    online: '我们在线。',
    away: '我们目前不在线，也会通过电子邮件回复。',
    older: '显示更早的消息',
    you: '您',
    us: '客服',
    read: '已读',
    email: '电子邮箱',
    emailWrong: '邮箱地址不完整。',
    letterSent: '已发送。我们会通过电子邮件回复。',
    text: '您的消息',
    send: '发送',
    picture: '添加图片',
    pictureFrom: '{name} 的图片，{time}',
    notSent: '未发送，请重试。',
    problems: {
      message_empty: '请输入消息。',
      too_many_requests: '消息过多。请等一分钟后再发送。'
    },
    uploading: '正在上传图片',
    ready: '您的图片，可以发送',
    remove: '移除图片',
    pictureProblems: {
      one_picture: '每次只能添加一张图片。',
      chat_picture_not_taken: '该文件不是 PNG、JPEG、GIF、WebP 或 AVIF 图片。',
      chat_picture_too_large: '图片超过 {size}。',
      chat_picture_unknown: '上传已超过一天，请重试。',
      too_many_requests: '图片过多。请等几分钟后再试。',
      failed: '无法上传图片，请重试。'
    },
    close: '关闭'
  },
  login: {
    email: '电子邮箱',
    sendCode: '发送验证码',
    code: '访问码',
    codeHelp: '不区分大小写，空格和连字符可忽略。',
    codeEmpty: '请输入或粘贴访问码。',
    enter: '登录',
    haveCode: '我已有访问码',
    byMail: '改用邮箱登录',
    lost: '无法登录？',
    newHere: '新用户？创建账户',
    haveAccount: '我已有账户',
    agreeBoth: '创建账户即表示您同意[服务条款]和[隐私政策]。',
    agreeTerms: '创建账户即表示您同意[服务条款]。',
    withoutMail: '不使用邮箱继续',
    emailWrong: '邮箱地址不完整。',
    sentTo: '如果该地址有账户，验证码将发送至 {email}。',
    sentToNew: '验证码已发送至 {email}。',
    sentHelp: '十分钟内在此浏览器中有效。',
    again: '重新发送',
    againIn: '重新发送({seconds}秒)',
    create: '创建账户',
    proof: '正在验证您是真人',
    talk: '联系我们',
    go: '前往 {host}',
    handOff: '您将在新窗口中登录，然后返回此处。',
    waiting: '正在等待另一个窗口…',
    blocked: '无法打开窗口。请允许此页面弹出窗口，然后重试。',
    closed: '登录完成前窗口已关闭。',
    refused: '此网站无权让您登录。',
    failed: '登录失败，请稍后重试。',
    anonymousText:
      '我们不询问您的身份，因此没有人能向您发送新的访问码。如果丢失，账户和其中的资金将无法找回。',
    createAnonymous: '创建匿名账户',
    codeOnce: '这是您的账户码，仅显示一次。',
    copy: '复制',
    copied: '已复制',
    download: '保存为文件',
    kept: '我已将账户码保存在安全的地方',
    done: '完成',
    notYet: '请先保存账户码：复制、保存文件或勾选复选框。没有账户码，任何人都无法再打开此账户。',
    passkey: '同时添加通行密钥',
    passkeyAdded: '已添加通行密钥，可用于登录。',
    passkeyName: '{date} 的通行密钥',
    fileText: '{site} 账户码。持有此码的任何人都可以登录：',
    passkeyWay: '使用通行密钥',
    close: '关闭',
    titles: {
      GET_SIGN_IN_POPUP: {
        title: '登录',
        description: '无需密码。我们会通过邮件发送验证码，您也可以使用已保存的账户码。'
      },
      ENTER_ACCESS_POPUP: {
        title: '输入访问码',
        description: '匿名账户的账户码，或邮件中的一次性验证码。'
      },
      RESET_PASSWORD_POPUP: {
        title: '恢复访问',
        description: '我们会向您账户的邮箱发送一次性验证码。'
      },
      CHECK_YOUR_EMAIL: { title: '请查收邮件', description: '' },
      CREATE_ACCOUNT: {
        title: '创建账户',
        description: '一个账户两种用途：在其他网站投放广告，用自己的网站赚取收入。'
      },
      ANONYMOUS_SIGN_UP: {
        title: '匿名账户',
        description: '您会得到一个账户码，它就是您的账户：持有此码的任何人都可以登录。'
      },
      CONFIRM_AN_ACCOUNT: { title: '确认账户', description: '' }
    },
    failures: {
      unreachable: '无法连接服务器。请检查网络后重试。',
      unreadable: '无法读取服务器的响应，请稍后重试。',
      internal: '我们这边出了问题，没有任何数据丢失。请稍后重试。',
      unavailable: '服务暂时不可用，请稍后重试。',
      too_many_requests: '尝试次数过多。请等几分钟后再试。',
      access_code_wrong: '访问码不正确。请检查或重新获取。',
      access_code_expired: '访问码已过期，请重新获取。',
      other: '操作未成功。请检查输入内容后重试。'
    }
  }
}
