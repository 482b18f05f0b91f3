import type { Translation } from './translation.ts'

export const translation: Translation = {
  announcement: {
    name: 'お知らせ',
    dismiss: '閉じる',
    more: '詳しく見る',
    types: {
      default: 'お知らせ',
      warning: '注意',
      alarm: '重要'
    }
  },
  feedback: { label: 'ご意見' },
  marketplace: {
    title: '掲載オファー',
    empty: 'オファーはまだありません',
    failed: 'オファーを読み込めませんでした',
    retry: '再試行',
    types: {
      article: '記事',
      press_release: 'プレスリリース',
      social_post: 'SNS投稿',
      newsletter: 'ニュースレター',
      banner_placement: 'バナー枠',
      video: '動画'
    }
  },
  chat: {
    title: 'お問い合わせ',
    lost: 'チャットを読み込めませんでした。ページを再読み込みしてください。',
    elsewhereText: '会話は、ログインしている当社のサイトで続けられます。',
    go: '{host} で続ける',
    loading: '会話を読み込んでいます…',
    failed: '会話を読み込めませんでした。',
    retry: '再試行',
    signedOut: '返信を受け取るにはログインしてください。',
    signIn: 'ログイン',
    elsewhere: '別のウィンドウで対応します。',
    openElsewhere: 'チャットを開く',
    empty: '何でもお尋ねください。会話はここに残ります。',
    online: 'オンラインです。',
    away: '現在オフラインです。メールでも返信します。',
    older: '以前のメッセージを表示',
    you: 'あなた',
    us: 'サポート',
    read: '既読',
    email: 'メールアドレス',
    emailWrong: 'メールアドレスが正しくありません。',
    letterSent: '送信しました。メールで返信します。',
    text: 'メッセージ',
    send: '送信',
    picture: '画像を追加',
    pictureFrom: '{name} の画像、{time}',
    notSent: '送信できませんでした。もう一度お試しください。',
    problems: {
      message_empty: 'メッセージを入力してください。',
      too_many_requests: 'メッセージが多すぎます。1分待ってから再送信してください。'
    },
    uploading: '画像をアップロードしています',
    ready: '送信する画像',
    remove: '画像を削除',
    pictureProblems: {
      one_picture: '画像は1枚ずつ追加してください。',
      chat_picture_not_taken: 'PNG、JPEG、GIF、WebP、AVIF のいずれの画像でもありません。',
      chat_picture_too_large: '画像が {size} を超えています。',
      chat_picture_unknown: 'アップロードから1日以上経過しています。もう一度お試しください。',
      too_many_requests: '画像が多すぎます。数分待ってからもう一度お試しください。',
      failed: '画像をアップロードできませんでした。もう一度お試しください。'
    },
    close: '閉じる'
  },
  login: {
    email: 'メールアドレス',
    sendCode: 'コードをメールで受け取る',
    code: 'アクセスコード',
    codeHelp: '大文字と小文字、空白、ハイフンの違いは問いません。',
    codeEmpty: 'コードを入力するか貼り付けてください。',
    enter: 'ログイン',
    haveCode: 'コードを持っています',
    byMail: 'メールでログイン',
    lost: 'ログインできない場合',
    newHere: '初めての方はアカウントを作成',
    haveAccount: 'アカウントを持っています',
    agreeBoth:
      'アカウントを作成すると、[利用規約]と[プライバシーポリシー]に同意したことになります。',
    agreeTerms: 'アカウントを作成すると、[利用規約]に同意したことになります。',
    withoutMail: 'メールアドレスなしで続ける',
    emailWrong: 'メールアドレスが正しくありません。',
    sentTo: 'このアドレスのアカウントがあれば、{email} にコードをお送りします。',
    sentToNew: '{email} にコードをお送りしました。',
    sentHelp: 'このブラウザで10分間有効です。',
    again: 'コードを再送信',
    againIn: 'コードを再送信({seconds}秒)',
    create: 'アカウントを作成',
    proof: '人間であることを確認しています',
    talk: 'お問い合わせ',
    go: '{host} で続ける',
    handOff: '新しいウィンドウでログインすると、このページに戻ります。',
    waiting: '別のウィンドウを待っています…',
    blocked:
      'ウィンドウを開けませんでした。このページのポップアップを許可して、もう一度お試しください。',
    closed: 'ログインする前にウィンドウが閉じられました。',
    refused: 'このサイトからはログインできません。',
    failed: 'ログインできませんでした。しばらくしてからもう一度お試しください。',
    anonymousText:
      'お名前などはお聞きしないため、新しいコードをお送りすることはできません。コードを紛失すると、アカウントと残高は失われます。',
    createAnonymous: '匿名アカウントを作成',
    codeOnce: 'これがアカウントコードです。表示されるのは一度だけです。',
    copy: 'コピー',
    copied: 'コピーしました',
    download: 'ファイルに保存',
    kept: 'コードを安全な場所に保存しました',
    done: '完了',
    notYet:
      '先にコードを保存してください。コピーするか、ファイルに保存するか、チェックを入れてください。コードがないと、このアカウントは二度と開けません。',
    passkey: 'パスキーも追加',
    passkeyAdded: 'パスキーを追加しました。ログインに使えます。',
    passkeyName: '{date} のパスキー',
    fileText: '{site} のアカウントコード。このコードがあれば誰でもログインできます:',
    passkeyWay: 'パスキーを使う',
    close: '閉じる',
    titles: {
      GET_SIGN_IN_POPUP: {
        title: 'ログイン',
        description:
          'パスワードは不要です。メールで届くコードか、保存したアカウントコードを使います。'
      },
      ENTER_ACCESS_POPUP: {
        title: 'アクセスコードを入力',
        description: '匿名アカウントのアカウントコード、またはメールで届いたワンタイムコード。'
      },
      RESET_PASSWORD_POPUP: {
        title: 'アクセスを回復',
        description: 'アカウントのアドレスにワンタイムコードをお送りします。'
      },
      CHECK_YOUR_EMAIL: { title: 'メールをご確認ください', description: '' },
      CREATE_ACCOUNT: {
        title: 'アカウントを作成',
        description:
          '1つのアカウントで、ほかのサイトへの広告掲載も、自分のサイトでの収益化もできます。'
      },
      ANONYMOUS_SIGN_UP: {
        title: '匿名アカウント',
        description:
          'コードが1つ発行されます。それがアカウントです。コードを持つ人は誰でもログインできます。'
      },
      CONFIRM_AN_ACCOUNT: { title: 'アカウントを確認', description: '' }
    },
    failures: {
      unreachable: 'サーバーに接続できませんでした。接続を確認して、もう一度お試しください。',
      unreadable: 'サーバーの応答を読み取れませんでした。しばらくしてからもう一度お試しください。',
      internal:
        '当社側で問題が発生しました。データは失われていません。しばらくしてからもう一度お試しください。',
      unavailable: '現在サービスを利用できません。しばらくしてからもう一度お試しください。',
      too_many_requests: '試行回数が多すぎます。数分待ってからもう一度お試しください。',
      access_code_wrong: 'コードが正しくありません。確認するか、新しいコードを請求してください。',
      access_code_expired: 'このコードは期限切れです。新しいコードを請求してください。',
      other: 'うまくいきませんでした。入力内容を確認して、もう一度お試しください。'
    }
  }
}
