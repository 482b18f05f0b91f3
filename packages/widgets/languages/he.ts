import type { Translation } from './translation.ts'

export const translation: Translation = {
  announcement: {
    name: 'הודעה',
    dismiss: 'סגירה',
    more: 'קריאה נוספת',
    types: {
      default: 'הערה',
      warning: 'אזהרה',
      alarm: 'חשוב'
    }
  },
  feedback: { label: 'משוב' },
  marketplace: {
    title: 'הצעות פרסום',
    empty: 'אין עדיין הצעות',
    failed: 'לא ניתן לטעון את ההצעות',
    retry: 'ניסיון נוסף',
    types: {
      article: 'כתבה',
      press_release: 'הודעה לעיתונות',
      social_post: 'פוסט ברשת חברתית',
      newsletter: 'ניוזלטר',
      banner_placement: 'שטח לבאנר',
      video: 'וידאו'
    }
  },
  chat: {
    title: 'יצירת קשר',
    lost: 'לא ניתן לטעון את הצ׳אט. יש לטעון מחדש את הדף כדי לנסות שוב.',
    elsewhereText: 'השיחה נמצאת באתר שלנו, שבו נכנסת לחשבון.',
    go: 'המשך אל {host}',
    loading: 'השיחה נטענת…',
    failed: 'לא ניתן לטעון את השיחה.',
    retry: 'ניסיון נוסף',
    signedOut: 'יש להיכנס כדי לקבל את התשובה שלנו.',
    signIn: 'כניסה',
    elsewhere: 'אנחנו עונים בחלון נפרד.',
    openElsewhere: 'פתיחת הצ׳אט',
    empty: 'אפשר לשאול אותנו כל דבר. השיחה נשמרת כאן.',
    online: 'אנחנו מחוברים.',
    away: 'איננו מחוברים כרגע. אנחנו עונים גם בדוא״ל.',
    older: 'הצגת הודעות קודמות',
    you: 'את/ה',
    us: 'תמיכה',
    read: 'נקרא',
    email: 'כתובת דוא״ל',
    emailWrong: 'כתובת הדוא״ל אינה שלמה.',
    letterSent: 'נשלח. נענה בדוא״ל.',
    text: 'ההודעה שלך',
    send: 'שליחה',
    picture: 'הוספת תמונה',
    pictureFrom: 'תמונה מאת {name}, {time}',
    notSent: 'לא נשלח. יש לנסות שוב.',
    problems: {
      message_empty: 'יש להזין הודעה.',
      too_many_requests: 'יותר מדי הודעות. יש להמתין דקה ולשלוח שוב.'
    },
    uploading: 'התמונה מועלית',
    ready: 'התמונה שלך, מוכנה לשליחה',
    remove: 'הסרת התמונה',
    pictureProblems: {
      one_picture: 'אפשר להוסיף תמונה אחת בכל פעם.',
      chat_picture_not_taken: 'הקובץ אינו תמונת PNG‏, JPEG‏, GIF‏, WebP או AVIF.',
      chat_picture_too_large: 'התמונה גדולה מ־{size}.',
      chat_picture_unknown: 'ההעלאה בוצעה לפני יותר מיממה. יש לנסות שוב.',
      too_many_requests: 'יותר מדי תמונות. יש להמתין כמה דקות ולנסות שוב.',
      failed: 'לא ניתן להעלות את התמונה. יש לנסות שוב.'
    },
    close: 'סגירה'
  },
  login: {
    email: 'כתובת דוא״ל',
    sendCode: 'שליחת קוד אליי',
    code: 'קוד גישה',
    codeHelp: 'אין חשיבות לאותיות גדולות, לרווחים ולמקפים.',
    codeEmpty: 'יש להזין או להדביק את הקוד.',
    enter: 'כניסה',
    haveCode: 'כבר יש לי קוד',
    byMail: 'כניסה באמצעות דוא״ל',
    lost: 'לא מצליחים להיכנס?',
    newHere: 'חדשים כאן? יצירת חשבון',
    haveAccount: 'יש לי חשבון',
    withoutMail: 'המשך ללא כתובת דוא״ל',
    emailWrong: 'כתובת הדוא״ל אינה שלמה.',
    sentTo: 'אם יש חשבון לכתובת זו, שלחנו קוד אל {email}.',
    sentToNew: 'שלחנו קוד אל {email}.',
    sentHelp: 'הוא תקף לעשר דקות, בדפדפן זה.',
    again: 'שליחת קוד נוסף',
    againIn: 'שליחת קוד נוסף ({seconds} שנ׳)',
    create: 'יצירת חשבון',
    proof: 'אימות שאינך רובוט',
    talk: 'יצירת קשר',
    go: 'המשך אל {host}',
    handOff: 'הכניסה מתבצעת שם, בחלון חדש, ולאחריה חוזרים לכאן.',
    waiting: 'ממתינים לחלון השני…',
    blocked: 'לא ניתן לפתוח את החלון. יש לאפשר חלונות קופצים בדף זה ולנסות שוב.',
    closed: 'החלון נסגר לפני הכניסה.',
    refused: 'אתר זה אינו מורשה להכניס אותך לחשבון.',
    failed: 'הכניסה נכשלה. יש לנסות שוב בעוד רגע.',
    anonymousText:
      'איננו שואלים מי אתם, ולכן איש לא יוכל לשלוח לכם קוד חדש. אם הקוד יאבד, החשבון והכסף שבו יאבדו.',
    createAnonymous: 'יצירת חשבון אנונימי',
    codeOnce: 'זה קוד החשבון שלך. הוא מוצג פעם אחת בלבד.',
    copy: 'העתקה',
    copied: 'הועתק',
    download: 'שמירה כקובץ',
    kept: 'שמרתי את הקוד במקום בטוח',
    done: 'סיום',
    notYet:
      'יש לשמור תחילה את הקוד: להעתיק אותו, לשמור את הקובץ או לסמן את התיבה. בלי הקוד איש לא יוכל לפתוח שוב את החשבון.',
    passkey: 'הוספת מפתח גישה',
    passkeyAdded: 'מפתח הגישה נוסף. אפשר להיכנס באמצעותו.',
    passkeyName: 'מפתח גישה מ־{date}',
    fileText: 'קוד חשבון של Mille. כל מי שמחזיק בקוד יכול להיכנס:',
    passkeyWay: 'שימוש במפתח גישה',
    close: 'סגירה',
    titles: {
      GET_SIGN_IN_POPUP: {
        title: 'כניסה',
        description: 'אין צורך בסיסמה. נשלח אליך קוד בדוא״ל, או שאפשר להשתמש בקוד החשבון ששמרת.'
      },
      ENTER_ACCESS_POPUP: {
        title: 'הזנת קוד הגישה',
        description: 'קוד של חשבון אנונימי, או קוד חד־פעמי מהדוא״ל.'
      },
      RESET_PASSWORD_POPUP: {
        title: 'שחזור הגישה',
        description: 'נשלח קוד חד־פעמי לכתובת של החשבון.'
      },
      CHECK_YOUR_EMAIL: { title: 'בדיקת הדוא״ל', description: '' },
      CREATE_ACCOUNT: {
        title: 'יצירת חשבון',
        description: 'חשבון אחד לשני הדברים: לפרסם באתרים אחרים ולהרוויח מהאתרים שלך.'
      },
      ANONYMOUS_SIGN_UP: {
        title: 'חשבון אנונימי',
        description: 'מקבלים קוד אחד, והוא החשבון: כל מי שמחזיק בקוד יכול להיכנס.'
      },
      CONFIRM_AN_ACCOUNT: { title: 'אישור החשבון', description: '' }
    },
    failures: {
      unreachable: 'לא ניתן להגיע לשרת. יש לבדוק את החיבור ולנסות שוב.',
      unreadable: 'לא ניתן לקרוא את תשובת השרת. יש לנסות שוב בעוד רגע.',
      internal: 'משהו השתבש אצלנו. דבר לא אבד. יש לנסות שוב בעוד רגע.',
      unavailable: 'השירות אינו זמין כרגע. יש לנסות שוב בעוד רגע.',
      too_many_requests: 'יותר מדי ניסיונות. יש להמתין כמה דקות ולנסות שוב.',
      access_code_wrong: 'הקוד אינו נכון. יש לבדוק אותו או לבקש קוד חדש.',
      access_code_expired: 'תוקף הקוד פג. יש לבקש קוד חדש.',
      other: 'זה לא הצליח. יש לבדוק את הפרטים שהוזנו ולנסות שוב.'
    }
  }
}
