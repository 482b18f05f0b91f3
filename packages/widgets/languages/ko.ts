import type { Translation } from './translation.ts'

export const translation: Translation = {
  announcement: {
    name: '공지',
    dismiss: '닫기',
    more: '자세히 보기',
    types: {
      default: '안내',
      warning: '주의',
      alarm: '중요'
    }
  },
  feedback: { label: '의견 보내기' },
  marketplace: {
    title: '게재 상품',
    empty: '아직 상품이 없습니다',
    failed: '목록을 불러오지 못했습니다',
    retry: '다시 시도',
    types: {
      article: '기사',
      press_release: '보도자료',
      social_post: '소셜 미디어 게시물',
      newsletter: '뉴스레터',
      banner_placement: '배너 자리',
      video: '동영상'
    }
  },
  chat: {
    title: '문의하기',
    lost: '채팅을 불러오지 못했습니다. 페이지를 새로고침해 주세요.',
    elsewhereText: '대화는 로그인하신 저희 사이트에서 이어집니다.',
    go: '{host}에서 계속',
    loading: '대화를 불러오는 중…',
    failed: '대화를 불러오지 못했습니다.',
    retry: '다시 시도',
    signedOut: '답변을 받으려면 로그인해 주세요.',
    signIn: '로그인',
    elsewhere: '별도의 창에서 답변합니다.',
    openElsewhere: '채팅 열기',
    empty: '무엇이든 물어보세요. 대화는 여기에 남습니다.',
    online: '온라인 상태입니다.',
    away: '지금은 오프라인입니다. 이메일로도 답변합니다.',
    older: '이전 메시지 보기',
    you: '나',
    us: '고객지원',
    read: '읽음',
    email: '이메일 주소',
    emailWrong: '이메일 주소가 완전하지 않습니다.',
    letterSent: '전송되었습니다. 이메일로 답변하겠습니다.',
    text: '메시지',
    send: '보내기',
    picture: '사진 추가',
    pictureFrom: '{name} 님의 사진, {time}',
    notSent: '보내지 못했습니다. 다시 시도해 주세요.',
    problems: {
      message_empty: '메시지를 입력해 주세요.',
      too_many_requests: '메시지가 너무 많습니다. 1분 후에 다시 보내 주세요.'
    },
    uploading: '사진 업로드 중',
    ready: '보낼 준비가 된 사진',
    remove: '사진 제거',
    pictureProblems: {
      one_picture: '사진은 한 번에 하나씩 추가해 주세요.',
      chat_picture_not_taken: 'PNG, JPEG, GIF, WebP, AVIF 이미지가 아닙니다.',
      chat_picture_too_large: '사진이 {size}보다 큽니다.',
      chat_picture_unknown: '업로드한 지 하루가 지났습니다. 다시 시도해 주세요.',
      too_many_requests: '사진이 너무 많습니다. 몇 분 후에 다시 시도해 주세요.',
      failed: '사진을 업로드하지 못했습니다. 다시 시도해 주세요.'
    },
    close: '닫기'
  },
  login: {
    email: '이메일 주소',
    sendCode: '이메일로 코드 받기',
    code: '액세스 코드',
    codeHelp: '대소문자, 공백, 하이픈은 구분하지 않습니다.',
    codeEmpty: '코드를 입력하거나 붙여 넣어 주세요.',
    enter: '로그인',
    haveCode: '코드가 이미 있습니다',
    byMail: '이메일로 로그인',
    lost: '로그인할 수 없나요?',
    newHere: '처음이신가요? 계정 만들기',
    haveAccount: '계정이 있습니다',
    agreeBoth: '계정을 만들면 [서비스 약관]과 [개인정보 처리방침]에 동의하게 됩니다.',
    agreeTerms: '계정을 만들면 [서비스 약관]에 동의하게 됩니다.',
    withoutMail: '이메일 주소 없이 계속',
    emailWrong: '이메일 주소가 완전하지 않습니다.',
    sentTo: '이 주소의 계정이 있으면 {email}(으)로 코드를 보냈습니다.',
    sentToNew: '{email}(으)로 코드를 보냈습니다.',
    sentHelp: '이 브라우저에서 10분 동안 유효합니다.',
    again: '코드 다시 보내기',
    againIn: '코드 다시 보내기 ({seconds}초)',
    create: '계정 만들기',
    proof: '사람인지 확인하는 중',
    talk: '문의하기',
    go: '{host}에서 계속',
    handOff: '새 창에서 로그인한 다음 이곳으로 돌아옵니다.',
    waiting: '다른 창을 기다리는 중…',
    blocked: '창을 열 수 없습니다. 이 페이지의 팝업을 허용한 후 다시 시도해 주세요.',
    closed: '로그인하기 전에 창이 닫혔습니다.',
    refused: '이 사이트에서는 로그인할 수 없습니다.',
    failed: '로그인하지 못했습니다. 잠시 후 다시 시도해 주세요.',
    anonymousText:
      '누구인지 묻지 않으므로 아무도 새 코드를 보내 드릴 수 없습니다. 코드를 잃어버리면 계정과 그 안의 돈도 잃게 됩니다.',
    createAnonymous: '익명 계정 만들기',
    codeOnce: '계정 코드입니다. 한 번만 표시됩니다.',
    copy: '복사',
    copied: '복사됨',
    download: '파일로 저장',
    kept: '코드를 안전한 곳에 저장했습니다',
    done: '완료',
    notYet:
      '먼저 코드를 저장해 주세요. 복사하거나, 파일로 저장하거나, 확인란을 선택하세요. 코드가 없으면 아무도 이 계정을 다시 열 수 없습니다.',
    passkey: '패스키도 추가',
    passkeyAdded: '패스키를 추가했습니다. 로그인에 사용할 수 있습니다.',
    passkeyName: '{date} 패스키',
    fileText: '{site} 계정 코드. 이 코드가 있으면 누구나 로그인할 수 있습니다:',
    passkeyWay: '패스키 사용',
    close: '닫기',
    titles: {
      GET_SIGN_IN_POPUP: {
        title: '로그인',
        description:
          '비밀번호가 필요 없습니다. 이메일로 코드를 받거나 저장해 둔 계정 코드를 사용하세요.'
      },
      ENTER_ACCESS_POPUP: {
        title: '액세스 코드 입력',
        description: '익명 계정의 계정 코드 또는 이메일의 일회용 코드입니다.'
      },
      RESET_PASSWORD_POPUP: {
        title: '계정 되찾기',
        description: '계정의 주소로 일회용 코드를 보내 드립니다.'
      },
      CHECK_YOUR_EMAIL: { title: '이메일을 확인하세요', description: '' },
      CREATE_ACCOUNT: {
        title: '계정 만들기',
        description: '계정 하나로 다른 사이트에 광고하고 내 사이트에서 수익을 얻으세요.'
      },
      ANONYMOUS_SIGN_UP: {
        title: '익명 계정',
        description:
          '코드 하나를 받게 됩니다. 그 코드가 곧 계정이므로 코드가 있으면 누구나 로그인할 수 있습니다.'
      },
      CONFIRM_AN_ACCOUNT: { title: '계정 확인', description: '' }
    },
    failures: {
      unreachable: '서버에 연결할 수 없습니다. 연결을 확인하고 다시 시도해 주세요.',
      unreadable: '서버의 응답을 읽을 수 없습니다. 잠시 후 다시 시도해 주세요.',
      internal:
        '저희 쪽에서 문제가 발생했습니다. 잃어버린 것은 없습니다. 잠시 후 다시 시도해 주세요.',
      unavailable: '지금은 서비스를 이용할 수 없습니다. 잠시 후 다시 시도해 주세요.',
      too_many_requests: '시도 횟수가 너무 많습니다. 몇 분 후에 다시 시도해 주세요.',
      access_code_wrong: '코드가 올바르지 않습니다. 확인하거나 새 코드를 요청해 주세요.',
      access_code_expired: '코드가 만료되었습니다. 새 코드를 요청해 주세요.',
      other: '완료하지 못했습니다. 입력한 내용을 확인하고 다시 시도해 주세요.'
    }
  }
}
